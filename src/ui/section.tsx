import type { ReactNode } from 'react'
import { useId } from 'react'
import { WithHelp } from '#ui/help.tsx'

interface Props {
  title: string
  children: ReactNode
  /** Below the card: what the section's rows mean. */
  note?: ReactNode
  /** Behind a "?" at the title. */
  help?: ReactNode
  /** At the end of the title, for example the link to the full list. */
  action?: ReactNode
  /** A more prominent title for pages with many sections. */
  strong?: boolean
}

/** The look of a section's title. */
export const sectionTitleLook = (strong: boolean): string =>
  strong ? 'min-w-0 text-lg font-bold' : 'min-w-0 text-sm font-medium text-ink-2'

/** A titled card of rows, each row with its own padding. The title names the region. */
export function Section(props: Props) {
  const { title, children, note, help, action, strong = false } = props
  const id = useId()
  const heading = (
    <h2 id={id} className={sectionTitleLook(strong)}>
      {title}
    </h2>
  )
  return (
    <section aria-labelledby={id} className="flex flex-col gap-1.5">
      {help === undefined ? (
        <div className="flex items-center justify-between gap-3 px-1">
          {heading}
          {action}
        </div>
      ) : (
        <div className="px-1">
          <WithHelp help={help} end={action}>
            {heading}
          </WithHelp>
        </div>
      )}
      <div className="divide-y divide-line/60 overflow-hidden rounded-card border border-line/60 bg-surface shadow-card">
        {children}
      </div>
      {note !== undefined && <div className="px-1 text-xs text-ink-3">{note}</div>}
    </section>
  )
}
