import { useAtomValue } from 'jotai'
import { Bell as BellIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { unreadMessagesAtom } from '#features/messages/unread.ts'
import { PATHS } from '#lib/paths.ts'

/** The link to the messages. It shows a dot while there are unread ones and gives their number to screen readers. */
export function Bell() {
  const { t } = useTranslation('tabs')
  const count = useAtomValue(unreadMessagesAtom)
  const title = t('pages.messages')
  return (
    <Link
      to={PATHS.messages}
      aria-label={count > 0 ? `${title}, ${t('unread', { count })}` : title}
      className="relative inline-flex size-touch shrink-0 items-center justify-center rounded-full text-ink-2 active:bg-sunken"
    >
      <BellIcon aria-hidden size={20} />
      {count > 0 && (
        <span
          aria-hidden
          className="absolute end-2.5 top-2.5 size-2.5 rounded-full border-2 border-page bg-danger"
        />
      )}
    </Link>
  )
}
