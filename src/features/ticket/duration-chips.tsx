import { useTranslation } from 'react-i18next'
import type { DurationRow } from '#features/ticket/ticket-model.ts'
import { useFormat } from '#i18n/use-format.ts'
import { durationText } from '#i18n/duration-text.ts'
import { join } from '#ui/join.ts'
import { moveByKey } from '#ui/roving.ts'

interface Props {
  rows: readonly (DurationRow & { offered: boolean })[]
  selected: number
  disabled: boolean
  onSelect: (durationMs: number) => void
}

/** Each duration with its payout rate. Durations that would end after the close are disabled. */
export function DurationChips({ rows, selected, disabled, onSelect }: Props) {
  const { t, i18n } = useTranslation('ticket')
  const format = useFormat()
  return (
    <div className="flex flex-col gap-1.5">
      <span aria-hidden className="text-sm font-medium text-ink-2">
        {t('duration')}
      </span>
      <div
        role="radiogroup"
        data-shortcut="durations"
        aria-label={t('duration')}
        onKeyDown={(event) => moveByKey(event, 'radio')}
        className="grid grid-cols-3 gap-1.5"
      >
        {rows.map((row) => {
          const chosen = row.durationMs === selected
          return (
            <button
              key={row.durationMs}
              type="button"
              role="radio"
              aria-checked={chosen}
              tabIndex={chosen ? 0 : -1}
              disabled={disabled || !row.offered}
              onClick={() => onSelect(row.durationMs)}
              className={join(
                'figures flex min-h-touch flex-col items-center justify-center rounded-lg border py-1',
                'text-sm leading-tight disabled:opacity-50',
                chosen
                  ? 'border-brand bg-brand-soft font-semibold text-brand-strong'
                  : 'border-line',
              )}
            >
              <span>{durationText(i18n.language, row.durationMs)}</span>
              <span className="text-xs font-normal text-ink-2">
                {row.offered
                  ? t('pays', { rate: format.percentFromBps(row.payoutRate) })
                  : t('pastClose')}
              </span>
            </button>
          )
        })}
      </div>
    </div>
  )
}
