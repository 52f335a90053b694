import type { ReactNode } from 'react'
import { join } from '#ui/join.ts'

interface Props {
  own: boolean
  /** The author, above the text; left out for the user's own messages. */
  who?: ReactNode
  /** The time and the delivery state, below the text. */
  foot: ReactNode
  children: ReactNode
}

/** One message. The user's own messages are at the end of the line. */
export function Bubble({ own, who, foot, children }: Props) {
  return (
    <div className={join('flex', own ? 'justify-end' : 'justify-start')}>
      <div
        className={join(
          'flex max-w-[85%] min-w-0 flex-col gap-1.5 rounded-card px-3 py-2',
          own ? 'rounded-ee-md bg-brand-soft' : 'rounded-es-md bg-surface shadow-card',
        )}
      >
        {who !== undefined && <p className="text-xs font-semibold text-ink-2">{who}</p>}
        {children}
        <p className="figures flex items-center justify-end gap-1 self-end text-xs text-ink-3">
          {foot}
        </p>
      </div>
    </div>
  )
}
