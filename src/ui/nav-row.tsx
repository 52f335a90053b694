import { ChevronRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** The look of a whole row that is a link or a button around `NavRow`. */
export const navRowLook =
  'flex min-h-13 w-full items-center gap-3 px-4 py-2 text-start active:bg-sunken -outline-offset-2'

interface Props {
  icon: LucideIcon
  label: ReactNode
  /** The current state, at the row's end. */
  state?: ReactNode
  /** Below the label. */
  hint?: ReactNode
}

/** The content of a menu row. Label and state share the width and wrap rather than overflow. */
export function NavRow({ icon: Icon, label, state, hint }: Props) {
  return (
    <>
      <Icon aria-hidden size={20} className="shrink-0 text-ink-2" />
      <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3">
        <span className="min-w-0">{label}</span>
        {state !== undefined && <span className="min-w-0 text-sm text-ink-2">{state}</span>}
        {hint !== undefined && <span className="w-full text-xs text-ink-3">{hint}</span>}
      </span>
      <ChevronRight aria-hidden size={18} className="shrink-0 text-ink-3" />
    </>
  )
}
