import { useAtomValue } from 'jotai'
import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { FundLot } from '#contract/fund.ts'
import { LotRow } from '#features/fund/overview/on-the-way.tsx'
import { useFormat } from '#i18n/use-format.ts'
import { PATHS } from '#lib/paths.ts'
import { topicAtom } from '#streams'
import { Button, buttonLook } from '#ui/button.tsx'
import { Section } from '#ui/section.tsx'

interface Props {
  /** The lot as the server's answer contained it. */
  lot: FundLot
  onAnother: () => void
}

/** Shown once the transfer is accepted: the lot from the stream, while it is pending. */
export function TransferDone({ lot, onAnother }: Props) {
  const { t } = useTranslation('fund')
  const format = useFormat()
  const fund = useAtomValue(topicAtom('fund'))
  const known = 'value' in fund ? fund.value.pendingLots.find(({ id }) => id === lot.id) : undefined
  return (
    <div className="flex flex-col gap-5">
      <div role="status" className="flex flex-col items-center gap-3 pt-6 text-center">
        <CircleCheck aria-hidden size={44} strokeWidth={1.5} className="text-brand" />
        <p className="figures text-xl font-bold">
          {t('transfer.doneTitle', { amount: format.money(lot.amount) })}
        </p>
        <p className="text-sm text-ink-2">
          {t(known === undefined ? 'transfer.doneMoved' : 'transfer.donePending')}
        </p>
      </div>
      {known !== undefined && (
        <Section title={t('tab.onTheWay')}>
          <ul>
            <LotRow lot={known} />
          </ul>
        </Section>
      )}
      <div className="flex flex-col gap-2">
        <Link to={PATHS.fund} className={buttonLook({ size: 'lg', block: true })}>
          {t('transfer.toFund')}
        </Link>
        <Button variant="secondary" block onClick={onAnother}>
          {t('transfer.another')}
        </Button>
      </div>
    </div>
  )
}
