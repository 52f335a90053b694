import { useAtomValue } from 'jotai'
import { Headset } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { accountAtom, memberAtom } from '#api/session.ts'
import { supportSubject } from '#contract/support.ts'
import { Visitor } from '#features/session/visitor.tsx'
import { ChatView } from '#features/support/chat-view.tsx'

/** Customer service; `?about=order&id=` asks about one document. */
export function SupportPage() {
  const { t } = useTranslation('support')
  const member = useAtomValue(memberAtom)
  const account = useAtomValue(accountAtom)
  const [query, setQuery] = useSearchParams()
  // A message belongs to an account, whose name this device may not know yet.
  if (member && account === null) return <div aria-busy="true" />
  if (!member) return <Visitor icon={Headset} title={t('loggedOut')} hint={t('loggedOutHint')} />
  const asked = { kind: query.get('about'), id: query.get('id') }
  const about = supportSubject.safeParse(asked).data ?? null
  return (
    <ChatView
      key={account}
      about={about}
      onAbout={(next) =>
        setQuery(next === null ? {} : { about: next.kind, id: next.id }, { replace: true })
      }
    />
  )
}
