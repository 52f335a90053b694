import { useTranslation } from 'react-i18next'
import type { FundRate } from '#contract/fund.ts'
import { firstIncome } from '#features/fund/fund-figures.ts'
import { useDayText } from '#i18n/day-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { DAY_MS } from '#rules/business-day.ts'
import type { FundDates } from '#rules/fund-calendar.ts'
import { Section } from '#ui/section.tsx'
import { Timeline } from '#ui/timeline.tsx'

interface Props {
  dates: FundDates
  now: number
  /** Null when there is no amount yet. */
  amount: bigint | null
  rates: readonly FundRate[]
}

/** The steps and dates of a transfer made now. */
export function TransferSteps({ dates, now, amount, rates }: Props) {
  const { t } = useTranslation('fund')
  const format = useFormat()
  const days = useDayText()
  const { tradeDay, cutOffAt, settleDay, settlesAt } = dates
  const until = { time: format.clock(cutOffAt), left: format.countdown(cutOffAt - now) }
  const income = amount === null ? null : firstIncome(amount, rates, settleDay)
  return (
    <Section title={t('transfer.steps')} note={t('state.varies')}>
      <div className="px-4 py-3">
        <Timeline
          label={t('transfer.steps')}
          steps={[
            {
              id: 'transfer',
              label: t('transfer.step.transfer', { day: days.weekday(tradeDay) }),
              time: t('transfer.step.cancellable', until),
              state: 'current',
            },
            {
              id: 'confirm',
              label: t('transfer.step.confirm'),
              time: days.moment(settlesAt),
              state: 'ahead',
            },
            {
              id: 'income',
              label:
                income === null
                  ? t('transfer.step.income')
                  : t('transfer.step.incomeAbout', { amount: format.money(income) }),
              time: days.moment(settlesAt + DAY_MS),
              state: 'ahead',
            },
          ]}
        />
      </div>
    </Section>
  )
}
