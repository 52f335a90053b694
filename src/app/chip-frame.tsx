import type { ReactNode } from 'react'
import { join } from '#ui/join.ts'

interface Props {
  /** The connection is lost or brings nothing. */
  trouble?: boolean
  /** How the mark of the connection looks. */
  mark: string
  children: ReactNode
}

/** The look of the chip, without the app's state, so that the build can render it. */
export function ChipFrame({ trouble = false, mark, children }: Props) {
  return (
    <span
      className={join(
        'flex items-center gap-1 rounded-full px-2 py-0.5 text-xs leading-4 font-medium whitespace-nowrap',
        trouble ? 'bg-warn-soft text-warn' : 'bg-info-soft text-info',
      )}
    >
      <span aria-hidden className={join('size-1.5 shrink-0 rounded-full', mark)} />
      {children}
    </span>
  )
}
