import type { ReactNode } from 'react'
import { useId } from 'react'
import { join } from '#ui/join.ts'

interface Props {
  label: string
  hint?: ReactNode
  checked: boolean
  onChecked: (checked: boolean) => void
  disabled?: boolean
}

/** A whole row that turns one setting on or off. */
export function Switch({ label, hint, checked, onChecked, disabled = false }: Props) {
  const id = useId()
  return (
    <label className="flex min-h-13 items-center gap-3 px-4 py-2">
      <span className="min-w-0 flex-1">
        <span id={`${id}-label`} className="block">
          {label}
        </span>
        {hint !== undefined && (
          <span id={`${id}-hint`} className="block text-xs text-ink-3">
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChecked(event.target.checked)}
        className="peer sr-only"
      />
      <span
        aria-hidden
        className={join(
          'flex h-7 w-12 shrink-0 rounded-full p-0.5 transition-[background-color] duration-150',
          'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-brand',
          checked ? 'justify-end bg-brand' : 'justify-start bg-line-strong',
          disabled && 'opacity-50',
        )}
      >
        <span className="size-6 rounded-full bg-surface shadow-card" />
      </span>
    </label>
  )
}
