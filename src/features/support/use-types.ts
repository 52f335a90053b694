import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { call } from '#api/call.ts'
import { typeSupport } from '#contract/endpoints/support.ts'
import { SUPPORT_TYPING_MS } from '#contract/support.ts'
import { streamsAtom, topicAtom } from '#streams'

/** Reported again this long before the state would expire. */
const AGAIN_MS = SUPPORT_TYPING_MS - 2_000

/** Reports to the desk that the user is typing: at intervals, and at once again after a message was sent. */
export function useTypes(): (text: string) => void {
  const last = useRef(-AGAIN_MS)
  return (text) => {
    if (text === '') {
      last.current = -AGAIN_MS
      return
    }
    const now = performance.now()
    if (now - last.current < AGAIN_MS) return
    last.current = now
    void call(typeSupport, { body: {} })
  }
}

/** Whether customer service is typing at the moment. */
export function useTyped(): boolean {
  const live = useAtomValue(topicAtom('typing'))
  const streams = useAtomValue(streamsAtom)
  const until = live.status === 'live' ? live.value.until : null
  const [ended, setEnded] = useState<number | null>(null)
  useEffect(() => {
    if (until === null) return
    const left = until - (streams?.serverNow() ?? 0)
    const timer = setTimeout(() => setEnded(until), Math.max(0, left))
    return () => clearTimeout(timer)
  }, [until, streams])
  return until !== null && ended !== until
}
