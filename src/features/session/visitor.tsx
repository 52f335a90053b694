import type { LucideIcon } from 'lucide-react'
import { LogInOrRegister } from '#features/session/log-in-or-register.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

interface Props {
  icon: LucideIcon
  /** What the page is, and what it gives to those who log in. */
  title: string
  hint: string
}

/** In the place of a page of the account while nobody is logged in; after the log-in the page comes back. */
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
