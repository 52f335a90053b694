import type { LucideIcon } from 'lucide-react'
import { LogInOrRegister } from '#components/log-in-or-register.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

interface Props {
  icon: LucideIcon
  /** What the page is, and what it offers to users who log in. */
  title: string
  hint: string
}

/**
 * Shown instead of an account page while no registered user is logged in. After the log-in the user returns to the
 * page.
 */
export function Visitor({ icon, title, hint }: Props) {
  return (
    <EmptyState
      icon={icon}
      title={title}
      hint={hint}
      action={
        <div className="w-full max-w-72">
          <LogInOrRegister />
        </div>
      }
    />
  )
}
