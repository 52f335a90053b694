import type { ReactNode } from 'react'
import { join } from '#ui/join.ts'
import { moveByKey } from '#ui/roving.ts'

interface Props<T extends string> {
  label: string
  options: readonly { id: T; label: ReactNode; disabled?: boolean; shortcut?: string }[]
  selected: T | null
  onSelect: (id: T) => void
}

/** One choice of a few, all of which are visible. */
export function Segmented<T extends string>({ label, options, selected, onSelect }: Props<T>) {
  const focusable = selected ?? options[0]?.id
  return (
    <div
      role="radiogroup"
      aria-label={label}
      onKeyDown={(event) => moveByKey(event, 'radio')}
      className="flex gap-1 rounded-control bg-sunken p-1"
    >
      {options.map((option) => (
        <button
          key={option.id}
          type="button"
          role="radio"
          aria-checked={option.id === selected}
          tabIndex={option.id === focusable ? 0 : -1}
          disabled={option.disabled}
          data-shortcut={option.shortcut}
          onClick={() => onSelect(option.id)}
          className={join(
            'min-h-touch min-w-0 flex-1 rounded-lg px-1 text-sm disabled:opacity-50',
            option.id === selected ? 'bg-surface font-semibold text-ink shadow-card' : 'text-ink-2',
          )}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
