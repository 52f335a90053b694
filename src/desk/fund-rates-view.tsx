import { useTranslation } from 'react-i18next'
import type { RateProposal } from '#contract/fund.ts'
import { PublishedRates } from '#desk/published-rates.tsx'
import { QueueView } from '#desk/queue-view.tsx'
import { Line, type QueueProps } from '#desk/queues.tsx'
import { RateDetail } from '#desk/rate-detail.tsx'
import { fundRates } from '#desk/queue-kinds.ts'
import { RateProposalForm } from '#desk/rate-proposal.tsx'
import { useProposalText } from '#desk/rate-text.ts'
import { useEarliest } from '#desk/use-earliest.ts'
import { useRateText } from '#features/fund/rates/rate-text.ts'
import { join } from '#ui/join.ts'

function RateRow({ item }: { item: RateProposal }) {
  const words = useProposalText()
  const { t } = useTranslation('desk')
  const rate = useRateText()
  const percent = rate.annual(item.dailyRate)
  const extra = `${t('rate.annual', { percent })} · ${t('by', { name: item.proposedBy })}`
  return <Line {...item} title={words(item).title} at={item.proposedAt} extra={extra} />
}

/** Rates of the fund: proposals, their decisions, and published rates. On phones an open rate is shown alone. */
export function FundRatesView(props: QueueProps) {
  const words = useProposalText()
  const kind = fundRates(useEarliest())
  const alone = props.route.id !== null && 'max-lg:hidden'
  return (
    <>
      <div className={join('max-w-3xl pb-4', alone)}>
        <RateProposalForm />
      </div>
      <QueueView {...props} kind={kind} words={words} Row={RateRow} Detail={RateDetail} />
      <div className={join('max-w-3xl pt-6', alone)}>
        <PublishedRates />
      </div>
    </>
  )
}
