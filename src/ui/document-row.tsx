import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

interface Props {
  title: string
  /** Below the title: the time, and whatever else tells the row from others. */
  time: string
  amount: string
  badge: ReactNode
  onOpen: () => void
}

/** One document or day in a list; a tap opens its details. */
export function DocumentRow({ title, time, amount, badge, onOpen }: Props) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex min-h-18 w-full items-center gap-3 border-b border-line/60 bg-surface px-4 py-3 text-start active:bg-sunken"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-medium break-words">{title}</span>
        <span className="figures block text-xs text-ink-2">{time}</span>
      </span>
      <span className="flex shrink-0 flex-col items-end gap-1">
        <span className="figures font-semibold">{amount}</span>
        {badge}
      </span>
      <ChevronRight aria-hidden size={18} className="shrink-0 text-ink-3" />
    </button>
  )
}
