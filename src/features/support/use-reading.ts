import { useEffect, useState } from 'react'
import { call } from '#api/call.ts'
import { markSupport } from '#contract/endpoints/support.ts'
import type { SupportMessageId } from '#contract/scalars.ts'
import type { SupportMarks } from '#contract/support.ts'

const isSeen = (): boolean => document.visibilityState === 'visible'

function useSeen(): boolean {
  const [seen, setSeen] = useState(isSeen)
  useEffect(() => {
    const hear = (): void => setSeen(isSeen())
    document.addEventListener('visibilitychange', hear)
    return () => document.removeEventListener('visibilitychange', hear)
  }, [])
  return seen
}

/** Reports that everything up to `newest` was delivered here, and was read once the page is in the foreground. */
export function useReading(newest: SupportMessageId | null, marks: SupportMarks | null): void {
  const seen = useSeen()
  const mark = marks === null ? null : seen ? marks.userRead : marks.userDelivered
  const owed = newest !== null && mark !== null && BigInt(newest) > BigInt(mark)
  useEffect(() => {
    if (!owed || newest === null) return
    void call(markSupport, { body: seen ? { readUpTo: newest } : { deliveredUpTo: newest } })
  }, [owed, newest, seen])
}
