import { ChevronDown, CircleHelp } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { pressedKey } from '#ui/pressed-key.ts'
import { useUiText } from '#ui/ui-text.ts'

interface Props {
  /** The title or the one sentence that everyone reads. */
  children: ReactNode
  /** What the button opens: one or more paragraphs. */
  help: ReactNode
  /** At the end of the line, for example a link. */
  end?: ReactNode
}

/**
 * A title or a sentence followed by a "?" button, which opens the explanation below it. Escape closes the explanation
 * and leaves a sheet around it open.
 */
export function WithHelp({ children, help, end }: Props) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const text = useUiText()
  const id = useId()
  function onKeyDown(event: KeyboardEvent): void {
    if (!open || pressedKey(event) !== 'Escape') return
    // Sheets listen at the document, which this event no longer reaches.
    event.stopPropagation()
    setOpen(false)
    button.current?.focus()
  }
  return (
    <div role="presentation" onKeyDown={onKeyDown} className="min-w-0">
      <div className="flex items-center">
        <div id={id} className="min-w-0">
          {children}
        </div>
        <button
          ref={button}
          type="button"
          aria-label={text('help')}
          aria-describedby={id}
          aria-expanded={open}
          aria-controls={`${id}-help`}
          onClick={() => setOpen(!open)}
          className="-my-3 inline-flex size-touch shrink-0 items-center justify-center rounded-full text-ink-3 active:bg-sunken aria-expanded:text-ink"
        >
          <CircleHelp aria-hidden size={18} />
        </button>
        {end !== undefined && <div className="ms-auto shrink-0 ps-3">{end}</div>}
      </div>
      <div id={`${id}-help`}>
        {open && (
          <div className="mt-2 flex animate-appear flex-col gap-2 rounded-control bg-sunken px-3 py-2.5 text-start text-sm font-normal text-ink-2">
            {help}
          </div>
        )}
      </div>
    </div>
  )
}

interface FoldedProps {
  /** "Technical details" by default. */
  title?: string
  children: ReactNode
}

/** What few people read, folded below its title: intervals, calendars, hashes and seeds. */
export function Folded({ title, children }: FoldedProps) {
  const text = useUiText()
  return (
    <details className="group min-w-0 text-sm text-ink-2">
      <summary className="flex min-h-touch cursor-pointer list-none items-center gap-1 font-medium [&::-webkit-details-marker]:hidden">
        <span className="min-w-0">{title ?? text('technical')}</span>
        <ChevronDown aria-hidden size={16} className="shrink-0 text-ink-3 group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-2 pb-2">{children}</div>
    </details>
  )
}
