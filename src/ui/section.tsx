import type { ReactNode } from 'react'
import { useId } from 'react'

interface Props {
  title: string
  children: ReactNode
  /** Below the card: what the section's rows mean. */
  note?: ReactNode
}

/** A titled card of rows, each row with its own padding; the title names the region. */
export function Section({ title, children, note }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-1.5">
      <h2 id={id} className="px-1 text-sm font-medium text-ink-2">
        {title}
      </h2>
      <div className="divide-y divide-line/60 overflow-hidden rounded-card border border-line/60 bg-surface shadow-card">
        {children}
      </div>
      {note !== undefined && <div className="px-1 text-xs text-ink-3">{note}</div>}
    </section>
  )
}
