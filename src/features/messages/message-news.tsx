import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '#contract/messages.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { toneOf } from '#features/messages/message-tone.ts'
import { useSafetyWord } from '#features/messages/safety-word.tsx'
import { useMessageText } from '#features/messages/use-message-text.ts'
import { topicAtom } from '#streams'

/** Kinds that are announced elsewhere: a welcome on the welcome page, a void order by the order itself. */
const QUIET: readonly Message['kind'][] = ['welcome', 'order_void']

/**
 * Announces each message once as it is pushed, on every page. Messages sent before this page opened are not announced.
 */
export function MessageNews() {
  const { t } = useTranslation('messages')
  const wordsOf = useMessageText()
  const word = useSafetyWord() ?? null
  const toast = useSetAtom(showToastAtom)
  const messages = useAtomValue(topicAtom('messages'))
  // Values that this device stored on an earlier visit do not tell which messages are new.
  const latest = messages.status === 'live' ? messages.value.latest : null
  const known = useRef<Set<string> | null>(null)
  const tell = useEffectEvent((message: Message) => {
    const { text } = wordsOf(message)
    toast({
      tone: toneOf(message.kind),
      text: word === null ? text : t('marked', { word, text }),
    })
  })
  useEffect(() => {
    if (latest === null) return
    const fresh = latest.filter(({ id }) => known.current?.has(id) === false)
    known.current = new Set([...(known.current ?? []), ...latest.map(({ id }) => id)])
    for (const message of [...fresh].reverse()) {
      if (message.readAt === null && !QUIET.includes(message.kind)) tell(message)
    }
  }, [latest])
  return null
}
