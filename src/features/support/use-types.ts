import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { call } from '#api/call.ts'
import { typeSupport } from '#contract/endpoints/support.ts'
import { SUPPORT_TYPING_MS } from '#contract/support.ts'
import { streamsAtom, supportTypingAtom } from '#streams'

/** Told again so much before it would end. */
const AGAIN_MS = SUPPORT_TYPING_MS - 2_000

/** Tells the desk that the user types: told now and then, and at once again after words were sent. */
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

/** Whether customer service types just now. */
export function useTyped(): boolean {
  const live = useAtomValue(supportTypingAtom)
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
