import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { join } from '#ui/join.ts'

interface Props {
  summary: ReactNode
  children: ReactNode
  className?: string
}

/** A line that opens what is below it. On paper everything is open. */
export function Fold({ summary, children, className }: Props) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <div className={className}>
      <FoldLine open={open} controls={id} onToggle={() => setOpen(!open)}>
        {summary}
      </FoldLine>
      <div id={id} className={join('flex flex-col gap-4', !open && 'not-print:hidden')}>
        {children}
      </div>
    </div>
  )
}

interface LineProps {
  open: boolean
  /** The id of what it opens. */
  controls: string
  onToggle: () => void
  children: ReactNode
}

/** The line alone, for views that decide themselves what they show while it is closed. */
export function FoldLine({ open, controls, onToggle, children }: LineProps) {
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={controls}
      onClick={onToggle}
      className="flex min-h-touch w-full items-center gap-2 text-start text-sm font-semibold active:text-ink-2"
    >
      <span className="min-w-0 flex-1">{children}</span>
      <ChevronDown
        aria-hidden
        size={18}
        className={join('shrink-0 text-ink-3 print:hidden', open && 'rotate-180')}
      />
    </button>
  )
}
