import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Message } from '#contract/account.ts'
import { showToastAtom, type ToastNotice } from '#lib/toasts.ts'
import { useMessageWords } from '#features/messages/use-message-words.ts'
import { messagesAtom } from '#streams'

/** Said elsewhere: a welcome by the welcome page, a void by the order itself. */
const QUIET: readonly Message['kind'][] = ['welcome', 'order_void']

const toneOf = (kind: Message['kind']): ToastNotice['tone'] => {
  if (/_(rejected|bounced)$/.test(kind)) return 'bad'
  return /_(verified|approved|paid)$/.test(kind) ? 'good' : 'info'
}

/** Says each message as it is pushed, on whatever page, once; those sent before this page opened are not news. */
export function MessageNews() {
  const wordsOf = useMessageWords()
  const toast = useSetAtom(showToastAtom)
  const messages = useAtomValue(messagesAtom)
  const latest = 'value' in messages ? messages.value.latest : null
  const known = useRef<Set<string> | null>(null)
  const tell = useEffectEvent((message: Message) =>
    toast({ tone: toneOf(message.kind), text: wordsOf(message).text }),
  )
  useEffect(() => {
    if (latest === null) return
    const fresh = latest.filter(({ id }) => known.current?.has(id) === false)
    known.current = new Set([...(known.current ?? []), ...latest.map(({ id }) => id)])
    for (const message of fresh.toReversed()) {
      if (message.readAt === null && !QUIET.includes(message.kind)) tell(message)
    }
  }, [latest])
  return null
}
