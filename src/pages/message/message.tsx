import { useAtomValue } from 'jotai'
import { Mail } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { memberAtom } from '#api/session.ts'
import { MessageHistory } from '#features/messages/message-history.tsx'
import { Visitor } from '#features/session/visitor.tsx'

/** The system messages to the user. */
export function MessagePage() {
  const { t } = useTranslation('messages')
  const member = useAtomValue(memberAtom)
  if (member) return <MessageHistory />
  return <Visitor icon={Mail} title={t('page.visitor')} hint={t('page.emptyHint')} />
}
