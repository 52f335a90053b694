import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'
import { join } from '#ui/join.ts'

interface Props extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  label: string
  value: string
  onValue: (value: string) => void
  /** Shown below and announced; marks the field as invalid. */
  error?: string | undefined
  hint?: ReactNode
  /** What the field has just changed by itself. */
  note?: string | null
  /** At the end of the field, inside its border, for example a show-password button. */
  trailing?: ReactNode
  /** Written large, for the main amount of a page. */
  figure?: boolean
}

export function TextField(props: Props) {
  const {
    label,
    value,
    onValue,
    error,
    hint,
    note = null,
    trailing,
    figure = false,
    ...input
  } = props
  const id = useId()
  const wrong = error !== undefined
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium text-ink-2">
        {label}
      </label>
      <div
        className={join(
          'flex min-h-12 items-center rounded-control border bg-surface',
          'focus-within:outline-2 has-disabled:opacity-50',
          wrong ? 'border-danger outline-danger' : 'border-line-strong/60 outline-brand',
        )}
      >
        <input
          {...input}
          id={id}
          value={value}
          onChange={(event) => onValue(event.target.value)}
          aria-invalid={wrong || undefined}
          aria-describedby={`${id}-note`}
          className={join(
            'min-w-0 flex-1 bg-transparent px-3.5 outline-none',
            figure ? 'figures py-3 text-figure font-bold' : 'py-2.5 text-base',
          )}
        />
        {trailing}
      </div>
      <div id={`${id}-note`} className="flex flex-col gap-1 text-xs empty:hidden">
        {wrong && (
          <p role="alert" className="text-danger">
            {error}
          </p>
        )}
        {note !== null && <p className="text-ink-2">{note}</p>}
        {hint !== undefined && <div className="text-ink-3">{hint}</div>}
      </div>
    </div>
  )
}
