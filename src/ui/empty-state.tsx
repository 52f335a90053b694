import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface Props {
  icon: LucideIcon
  title: string
  hint?: string | undefined
  action?: ReactNode
}

/** Says why a list is empty and what the user can do. */
export function EmptyState({ icon: Icon, title, hint, action }: Props) {
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-12 text-center">
      <Icon aria-hidden size={36} strokeWidth={1.5} className="text-ink-3" />
      <p className="font-semibold">{title}</p>
      {hint !== undefined && <p className="max-w-80 text-sm text-ink-2">{hint}</p>}
      {action}
    </div>
  )
}
