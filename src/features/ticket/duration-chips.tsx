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

/**
 * Each duration under the profit that it pays, in one row that scrolls on a phone. Durations that would end after the
 * close are disabled.
 */
export function DurationChips({ rows, selected, disabled, onSelect }: Props) {
  const { t, i18n } = useTranslation('ticket')
  const format = useFormat()
  return (
    <div
      role="radiogroup"
      data-shortcut="durations"
      aria-label={t('duration')}
      // While all of them are disabled, the row is what can be scrolled by keyboard.
      tabIndex={disabled ? 0 : undefined}
      onKeyDown={(event) => moveByKey(event, 'radio')}
      className="scroll-quiet -mx-4 flex snap-x gap-1.5 overflow-x-auto px-4 three:mx-0 three:grid three:grid-cols-3 three:overflow-visible three:px-0"
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
              'figures flex min-h-12 min-w-[4.75rem] flex-1 snap-center flex-col-reverse items-center justify-center rounded-lg border px-1',
              'leading-tight whitespace-nowrap disabled:opacity-50',
              chosen ? 'border-brand bg-brand-soft text-brand-strong' : 'border-line',
            )}
          >
            <span className="text-xs">{durationText(i18n.language, row.durationMs)}</span>
            {row.offered ? (
              <span className="text-base font-semibold">
                {format.profitFromBps(row.payoutRate)}
              </span>
            ) : (
              <span className="text-xs">{t('pastClose')}</span>
            )}
          </button>
        )
      })}
    </div>
  )
}
