import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { FundState } from '#contract/fund.ts'
import { type FundDay, fundDayAt, instantLeftAt, leftAt } from '#features/fund/fund-day.ts'
import { fundTermsAtom } from '#features/fund/terms.ts'
import { useDayText } from '#i18n/day-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useServerNow } from '#data/use-server-now.ts'
import { topicAtom } from '#streams'
import { Folded } from '#ui/help.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { Section } from '#ui/section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/**
 * Shows the remaining transfers of today, and folded the calendar: the day for which a transfer counts now and the time
 * left until the cut-off.
 */
export function DayCard() {
  const { t } = useTranslation('fund')
  const fund = useAtomValue(topicAtom('fund'))
  const now = useServerNow()
  if (fund.status === 'failed') return null
  return (
    <Section title={t('tab.today')}>
      {'value' in fund ? (
        <>
          <div className="px-4 py-2">
            <Counts fund={fund.value} now={now} />
          </div>
          <div className="px-4">
            <Folded>
              <CutOff day={fundDayAt(now)} now={now} />
              <Resets fund={fund.value} now={now} />
            </Folded>
          </div>
        </>
      ) : (
        // Before the server has answered, its clock is not known either.
        <Skeleton className="h-44 rounded-none" />
      )}
    </Section>
  )
}

function CutOff({ day, now }: { day: FundDay; now: number }) {
  const { t } = useTranslation('fund')
  const days = useDayText()
  const format = useFormat()
  const { tradeDay, cutOffAt, settlesAt } = day.dates
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-end justify-between gap-4">
        <p className="min-w-0 flex-1 text-sm text-ink-2">
          {t('tab.countsFor')}
          <strong className="block text-base text-ink">{days.weekday(tradeDay)}</strong>
          <span className="figures">{t('tab.confirmedOn', { time: days.moment(settlesAt) })}</span>
        </p>
        <p className="max-w-2/5 text-end text-xs text-ink-2">
          <span role="timer" className="figures block text-xl leading-6 font-bold text-ink">
            {format.countdown(cutOffAt - now)}
          </span>
          <span>{t('tab.cutOff', { time: format.clock(cutOffAt) })}</span>
        </p>
      </div>
      <Why day={day} />
    </div>
  )
}

/** Why a transfer does not count for today, and the holidays before it takes effect. */
function Why({ day: { later, holidays } }: { day: FundDay }) {
  const { t } = useTranslation('fund')
  const days = useDayText()
  if (later === null && holidays.length === 0) return null
  return (
    <ul className="flex flex-col gap-0.5 text-sm text-warn">
      {later === 'after_cut_off' && <li>{t('tab.afterCutOff')}</li>}
      {later === 'weekend' && <li>{t('tab.weekend')}</li>}
      {holidays.map(({ day, name }) => (
        <li key={day}>
          {t('tab.closedDay', { day: days.weekday(day), name: t(`state.holidays.${name}`) })}
        </li>
      ))}
    </ul>
  )
}

function Counts({ fund, now }: { fund: FundState; now: number }) {
  const { t } = useTranslation('fund')
  const format = useFormat()
  const terms = useAtomValue(fundTermsAtom)
  const { subscriptions, redemptions, resetsAt } = fund
  const of = (count: FundState['subscriptions']): string =>
    t('tab.ofLimit', { count: leftAt(count, resetsAt, now), limit: count.limit })
  const instantMaximum =
    terms.status === 'ready' ? terms.value.instantMaximum : redemptions.instantRemaining
  return (
    <dl>
      <ListRow label={t('tab.subscriptionsLeft')} value={of(subscriptions)} />
      <ListRow label={t('tab.redemptionsLeft')} value={of(redemptions)} />
      <ListRow
        label={t('tab.instantLeft')}
        value={format.money(instantLeftAt(fund, instantMaximum, now))}
      />
    </dl>
  )
}

/** When the counts of the day begin again, and in which zone times are written. */
function Resets({ fund: { resetsAt }, now }: { fund: FundState; now: number }) {
  const { t } = useTranslation(['fund', 'chart'])
  const format = useFormat()
  const endsAt = now < resetsAt ? resetsAt : fundDayAt(now).endsAt
  const resets = t('fund:tab.resets', {
    left: format.countdown(endsAt - now),
    time: format.clock(endsAt),
  })
  return (
    <p className="figures text-xs text-ink-3">
      {`${resets} ${t('chart:zone', { zone: format.zone })}`}
    </p>
  )
}
