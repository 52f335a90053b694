import { CircleHelp, TrendingDown, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderFigures, WinRate } from '#contract/results.ts'
import { useFormat } from '#i18n/use-format.ts'
import { WHOLE_BPS } from '#rules/payout.ts'
import { Folded } from '#ui/help.tsx'
import { ListRow } from '#ui/list-row.tsx'

const ICONS = { above: TrendingUp, unclear: CircleHelp, below: TrendingDown } as const

const share = (bps: number): string => `${(bps * 100) / WHOLE_BPS}%`

/** The interval as a band, the rate as a dot in it and the break-even rate as a line across; the figures are below. */
function RateScale({ rate, low, high, breakEven }: WinRate) {
  return (
    <div aria-hidden className="relative mx-4 my-3 h-6">
      <span className="absolute inset-x-0 top-2.5 h-1 rounded-full bg-sunken" />
      <span
        className="absolute top-1.5 h-3 rounded-full border border-info bg-info-soft"
        style={{ insetInlineStart: share(low), inlineSize: share(high - low) }}
      />
      <span
        className="absolute top-2 -ms-1 size-2 rounded-full bg-info"
        style={{ insetInlineStart: share(rate) }}
      />
      <span
        className="absolute inset-y-0 -ms-px w-0.5 bg-ink"
        style={{ insetInlineStart: share(breakEven) }}
      />
    </div>
  )
}

/** A label with the mark that the scale has for it. */
function Key({ mark, children }: { mark: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-baseline gap-1.5">
      <span aria-hidden className="flex h-3 w-3 shrink-0 items-center justify-center">
        <span className={mark} />
      </span>
      {children}
    </span>
  )
}

/** The win rate beside the break-even rate; the interval, and whether luck explains the difference, are folded. */
export function WinRateCard({ winRate }: Pick<OrderFigures, 'winRate'>) {
  const { t } = useTranslation('results')
  const format = useFormat()
  if (winRate === null) return <p className="px-4 py-3 text-sm text-ink-2">{t('winRate.none')}</p>
  const Icon = ICONS[winRate.compared]
  const percent = format.percentFromBps
  return (
    <div className="pb-2">
      <RateScale {...winRate} />
      <dl className="px-4">
        <ListRow
          label={<Key mark="size-2 rounded-full bg-info">{t('winRate.title')}</Key>}
          value={percent(winRate.rate)}
        />
        <ListRow
          label={<Key mark="h-3 w-0.5 bg-ink">{t('winRate.breakEven')}</Key>}
          value={percent(winRate.breakEven)}
        />
      </dl>
      <div className="px-4">
        <Folded>
          <dl>
            <ListRow
              label={
                <Key mark="h-2 w-3 rounded-full border border-info bg-info-soft">
                  {t('winRate.interval')}
                </Key>
              }
              value={t('winRate.span', { low: percent(winRate.low), high: percent(winRate.high) })}
            />
          </dl>
          <p className="flex items-start gap-2">
            <Icon aria-hidden size={18} className="mt-px shrink-0 text-info" />
            <span className="min-w-0">{t(`winRate.compared.${winRate.compared}`)}</span>
          </p>
          <p>{t('winRate.note')}</p>
        </Folded>
      </div>
    </div>
  )
}

/** Both rates in the cell of a table. */
export function WinRateCell({ winRate }: Pick<OrderFigures, 'winRate'>) {
  const { t } = useTranslation('results')
  const format = useFormat()
  if (winRate === null) return <span className="text-ink-3">–</span>
  const percent = format.percentFromBps
  return (
    <span className="figures flex flex-col text-xs text-ink-2">
      <span className="text-sm font-semibold text-ink">{percent(winRate.rate)}</span>
      <span>{t('winRate.evenAt', { rate: percent(winRate.breakEven) })}</span>
    </span>
  )
}
