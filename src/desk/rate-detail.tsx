import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { RateProposal } from '#contract/fund.ts'
import { DetailHead, Facts, When } from '#desk/facts.tsx'
import { isOver } from '#desk/queue-kinds.ts'
import { useProposalText } from '#desk/rate-text.ts'
import { useEarliest } from '#desk/use-earliest.ts'
import { useRateText } from '#features/fund/rates/rate-text.ts'
import { useDayText } from '#i18n/day-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { topicAtom } from '#streams'
import { ListRow } from '#ui/list-row.tsx'
import { Notice } from '#ui/notice.tsx'

/** The proposed rate next to the last published one, for the second operator to compare. */
export function RateDetail({ item }: { item: RateProposal }) {
  const { t } = useTranslation('desk')
  const words = useProposalText()
  const format = useFormat()
  const days = useDayText()
  const over = isOver(item, useEarliest())
  const { from, status, why, proposedBy, proposedAt, decidedBy, decidedAt } = item
  return (
    <>
      <DetailHead title={words(item).title} status={status} />
      <Facts>
        <ListRow label={t('rate.from')} value={days.long(from)} />
        <ListRow label={t('rate.daily')} value={format.number(item.dailyRate)} />
        <RateFigures dailyRate={item.dailyRate} />
        {status === 'proposed' && <Newest />}
        <ListRow label={t('rate.why')} value={why} />
        <ListRow label={t('fact.proposedBy')} value={proposedBy} />
        <When label={t('fact.submittedAt')} at={proposedAt} />
        {decidedBy !== null && <ListRow label={t('fact.reviewer')} value={decidedBy} />}
        <When label={t('fact.decidedAt')} at={decidedAt} />
      </Facts>
      {over && <Notice tone="info">{t('rate.over')}</Notice>}
    </>
  )
}

const TEN_THOUSAND = 1_000_000n

/** What a daily rate means, as rows in a list of facts. */
export function RateFigures({ dailyRate }: { dailyRate: number }) {
  const { t } = useTranslation('desk')
  const format = useFormat()
  const rate = useRateText()
  return (
    <>
      <ListRow
        label={t('rate.perDay', { base: format.money(TEN_THOUSAND) })}
        value={rate.perTenThousand(dailyRate)}
      />
      <ListRow label={t('rate.perYear')} value={rate.annual(dailyRate)} />
    </>
  )
}

function Newest() {
  const { t } = useTranslation('desk')
  const days = useDayText()
  const rate = useRateText()
  const rates = useAtomValue(topicAtom('rates'))
  const newest = 'value' in rates ? rates.value[0] : undefined
  if (newest === undefined) return null
  const value = t('rate.newestValue', {
    rate: rate.annual(newest.dailyRate),
    day: days.date(newest.from),
  })
  return <ListRow label={t('rate.newest')} value={value} />
}
