import { useTranslation } from 'react-i18next'
import type { FundRate } from '#contract/fund.ts'
import type { Day } from '#contract/scalars.ts'
import { type DayValue, ratePicture } from '#features/fund/rates/chart-days.ts'
import { useRateText } from '#features/fund/rates/rate-text.ts'
import { useDayText } from '#i18n/day-text.ts'
import { sparklinePath } from '#data/sparkline.ts'
import { addDays } from '#rules/business-day.ts'

const DAYS_BACK = 30
const BOX = { width: 300, height: 40 }

interface Props {
  rates: readonly FundRate[]
  today: Day
}

/**
 * The rates of the last weeks as a sparkline, dashed where they are published ahead. The full chart is on a page of its
 * own.
 */
export function RateTrend({ rates, today }: Props) {
  const picture = ratePicture(rates, { from: addDays(today, -DAYS_BACK), today })
  if (picture === null) return null
  // Today is part of both lists.
  const all = [...picture.held, ...picture.ahead.slice(1)]
  if (all.length < 2) return null
  return (
    <Line
      days={all}
      todayAt={Math.max(0, picture.held.length - 1) / (all.length - 1)}
      range={picture}
    />
  )
}

interface LineProps {
  days: readonly DayValue[]
  /** The position of today between the first day, 0, and the last, 1. */
  todayAt: number
  range: { lowest: number; highest: number }
}

function Line({ days, todayAt, range }: LineProps) {
  const { t } = useTranslation('fund')
  const dayText = useDayText()
  const { annual } = useRateText()
  const [first] = days
  const last = days.at(-1)
  if (first === undefined || last === undefined) return null
  const path = sparklinePath(
    days.map(({ value }) => value),
    BOX,
  )
  const label = t('state.trend', {
    from: dayText.short(first.day),
    to: dayText.short(last.day),
    low: annual(range.lowest),
    high: annual(range.highest),
  })
  const stroke = { d: path, fill: 'none', strokeWidth: 2, vectorEffect: 'non-scaling-stroke' }
  return (
    <figure className="flex flex-col gap-1">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${BOX.width} ${BOX.height}`}
        preserveAspectRatio="none"
        className="h-10 w-full"
      >
        <path {...stroke} strokeDasharray="3 4" className="stroke-line-strong" />
        <path
          {...stroke}
          style={{ clipPath: `inset(0 ${(1 - todayAt) * 100}% 0 0)` }}
          className="stroke-brand"
        />
      </svg>
      <figcaption className="flex justify-between text-xs text-ink-3">
        <span>{dayText.short(first.day)}</span>
        <span>{dayText.short(last.day)}</span>
      </figcaption>
    </figure>
  )
}
