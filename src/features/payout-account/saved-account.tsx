import { useAtomValue } from 'jotai'
import { Landmark, ShieldAlert, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PayoutAccount } from '#contract/payout.ts'
import { SavedFacts } from '#features/payout-account/payout-facts.tsx'
import { useFormat } from '#i18n/use-format.ts'
import { useSeconds } from '#lib/use-seconds.ts'
import { streamsAtom } from '#streams'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'

interface Props {
  account: PayoutAccount
  /** Shows everything that is known instead of the main facts. */
  whole: boolean
  /** The link to customer service. */
  support: ReactNode
  children?: ReactNode
}

/** The saved account, masked and read-only, with the reason if it is on hold. */
export function SavedAccount({ account, whole, support, children }: Props) {
  const { t } = useTranslation('cashier')
  const Icon = account.kind === 'bank_card' ? Landmark : Wallet
  return (
    <div className="flex flex-col gap-4">
      <HoldNotice heldUntil={account.heldUntil} />
      <Card className="flex flex-col gap-2">
        <h2 className="flex items-center gap-2 font-semibold">
          <Icon aria-hidden size={20} className="text-brand" />
          <span>{t(`account.kinds.${account.kind}`)}</span>
        </h2>
        <SavedFacts account={account} whole={whole} />
        {children}
      </Card>
      <Notice tone="info">
        <p>{t('account.locked')}</p>
        {support}
      </Notice>
    </div>
  )
}

function HoldNotice({ heldUntil }: { heldUntil: number | null }) {
  const { t } = useTranslation('cashier')
  const format = useFormat()
  const streams = useAtomValue(streamsAtom)
  useSeconds()
  if (heldUntil === null || (streams?.serverNow() ?? 0) >= heldUntil) return null
  return (
    <div
      role="status"
      className="flex items-start gap-2 rounded-control bg-warn-soft px-3 py-2.5 text-sm text-warn"
    >
      <ShieldAlert aria-hidden size={18} className="mt-0.5 shrink-0" />
      <span>{t('account.held', { time: format.dateClock(heldUntil) })}</span>
    </div>
  )
}
