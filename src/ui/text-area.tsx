import { useId } from 'react'
import { join } from '#ui/join.ts'

interface Props {
  label: string
  name: string
  value: string
  onValue: (value: string) => void
  onBlur?: () => void
  maxLength: number
  /** Whether the text may have several lines. Otherwise a pasted line break becomes a space. */
  lines?: boolean
  /** The language of the text, where it may differ from the page's language. */
  lang?: string
  error?: string | undefined
  hint?: string | undefined
}

/** A text that grows with its content. */
export function TextArea({ label, value, onValue, lines = false, error, hint, ...input }: Props) {
  const id = useId()
  const wrong = error !== undefined
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium text-ink-2">
        {label}
      </label>
      <textarea
        {...input}
        id={id}
        rows={lines ? 6 : 2}
        value={value}
        onChange={({ target }) =>
          onValue(lines ? target.value : target.value.replace(/\s*\n\s*/g, ' '))
        }
        aria-invalid={wrong || undefined}
        aria-describedby={`${id}-note`}
        className={join(
          'field-sizing-content min-h-16 w-full resize-none rounded-control border bg-surface px-3.5',
          'py-2.5 text-base outline-none focus-visible:outline-2',
          wrong ? 'border-danger outline-danger' : 'border-line-strong/60 outline-brand',
        )}
      />
      <div id={`${id}-note`} className="flex flex-col gap-1 text-xs empty:hidden">
        {wrong && (
          <p role="alert" className="text-danger">
            {error}
          </p>
        )}
        {hint !== undefined && <p className="text-ink-3">{hint}</p>}
      </div>
    </div>
  )
}
