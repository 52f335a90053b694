import { useAtomValue } from 'jotai'
import type { LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { guestAtom } from '#api/session.ts'
import { LogInOrRegister } from '#features/session/log-in-or-register.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

interface Props {
  icon: LucideIcon
  /** What the page is, and what it offers to users who log in. */
  title: string
  hint: string
}

/**
 * Shown instead of an account page while no registered user is logged in. After the log-in the user returns to the
 * page. Guests learn that registering opens it and keeps what they have.
 */
export function Visitor(props: Props) {
  return useAtomValue(guestAtom) ? <ForGuest {...props} /> : <Invitation {...props} />
}

function ForGuest(props: Props) {
  const { t } = useTranslation('access')
  return <Invitation {...props} hint={t('closed')} />
}

function Invitation({ icon, title, hint }: Props) {
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
