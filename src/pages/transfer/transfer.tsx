import { NotLoaded } from '#components/loaded.tsx'
import { useAtomValue, useSetAtom } from 'jotai'
import { PiggyBank } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { memberAtom } from '#api/session.ts'
import { AccountFrozen } from '#components/frozen.tsx'
import type { FundLot } from '#contract/fund.ts'
import { fundTermsAtom } from '#features/fund/terms.ts'
import { TransferConfirm } from '#features/fund/transfer/transfer-confirm.tsx'
import { TransferDone } from '#features/fund/transfer/transfer-done.tsx'
import { TransferView } from '#features/fund/transfer/transfer-view.tsx'
import { PracticeButton } from '#features/session/practice-button.tsx'
import { Visitor } from '#features/session/visitor.tsx'
import { topicAtom } from '#streams'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Transfers an amount into the fund. */
export function TransferPage() {
  const { t } = useTranslation('fund')
  const member = useAtomValue(memberAtom)
  if (member)
    return (
      <div className="flex flex-col gap-4 p-4 pt-1">
        <AccountFrozen />
        <OwnTransfer />
      </div>
    )
  return (
    <Visitor icon={PiggyBank} title={t('transfer.loggedOut')} hint={t('transfer.loggedOutHint')} />
  )
}

function OwnTransfer() {
  const { t } = useTranslation('fund')
  const fund = useAtomValue(topicAtom('fund'))
  const balance = useAtomValue(topicAtom('balance'))
  const terms = useAtomValue(fundTermsAtom)
  const reload = useSetAtom(fundTermsAtom)
  const [amount, setAmount] = useState<bigint | null>(null)
  const [lot, setLot] = useState<FundLot | null>(null)
  const available = 'value' in balance ? balance.value.available : null
  if (lot !== null) return <TransferDone lot={lot} onAnother={() => setLot(null)} />
  const loading = <Skeleton className="h-144 rounded-card" />
  if (fund.status === 'failed') return <Notice tone="bad">{t('tab.failed')}</Notice>
  if (terms.status !== 'ready')
    return (
      <NotLoaded
        compact
        title={t('transfer.termsFailed')}
        data={terms}
        onRetry={reload}
        loading={loading}
      />
    )
  if (fund.status === 'connecting') return loading
  return (
    <>
      <TransferView
        terms={terms.value}
        fund={fund.value}
        available={available}
        onAmount={setAmount}
        practice={<PracticeButton />}
      />
      {amount !== null && available !== null && (
        <TransferConfirm
          amount={amount}
          available={available}
          onClose={() => setAmount(null)}
          onDone={(next) => {
            setAmount(null)
            setLot(next)
          }}
        />
      )}
    </>
  )
}
