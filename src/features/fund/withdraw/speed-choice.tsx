import { CalendarClock, Zap } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { RedemptionSpeed } from '#contract/fund.ts'
import { payDates } from '#features/fund/withdraw/withdraw-form.ts'
import { useDayText } from '#i18n/day-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { join } from '#ui/join.ts'
import { moveByKey } from '#ui/roving.ts'

interface Props {
  selected: RedemptionSpeed
  instantLeft: bigint
  now: number
  onSelect: (speed: RedemptionSpeed) => void
}

const ICONS = { instant: Zap, next_day: CalendarClock } as const
const SPEEDS = ['instant', 'next_day'] as const
const NAMES = { instant: 'instant', next_day: 'nextDay' } as const

/**
 * The choice between an instant withdrawal, up to what is left of today's limit, and the next business day. Each option
 * says what it means for the income.
 */
export function SpeedChoice({ selected, instantLeft, now, onSelect }: Props) {
  const { t } = useTranslation('fund')
  const format = useFormat()
  const days = useDayText()
  const { paysAt, earnsUntil } = payDates('next_day', now)
  const hints = {
    instant: t('withdraw.instantHint', { amount: format.money(instantLeft) }),
    next_day: t('withdraw.nextDayHint', {
      time: paysAt === null ? '' : days.moment(paysAt),
      day: days.weekday(earnsUntil),
    }),
  }
  return (
    <div
      role="radiogroup"
      aria-label={t('withdraw.speed')}
      onKeyDown={(event) => moveByKey(event, 'radio')}
      className="flex flex-col gap-2"
    >
      {SPEEDS.map((speed) => {
        const Icon = ICONS[speed]
        const chosen = speed === selected
        return (
          <button
            key={speed}
            type="button"
            role="radio"
            aria-checked={chosen}
            tabIndex={chosen ? 0 : -1}
            onClick={() => onSelect(speed)}
            className={join(
              'flex min-h-touch items-start gap-3 rounded-control border p-3 text-start',
              chosen ? 'border-brand bg-brand-soft' : 'border-line',
            )}
          >
            <Icon
              aria-hidden
              size={20}
              className={join('mt-0.5 shrink-0', chosen ? 'text-brand-strong' : 'text-ink-2')}
            />
            <span className="min-w-0">
              <span className={join('block font-medium', chosen && 'text-brand-strong')}>
                {t(`withdraw.${NAMES[speed]}`)}
              </span>
              <span className="figures block text-sm text-ink-2">{hints[speed]}</span>
            </span>
          </button>
        )
      })}
    </div>
  )
}
