import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import type { SupportMessage } from '#contract/support.ts'
import {
  discardAtom,
  flushAtom,
  type Outgoing,
  outgoingAtom,
  recallAtom,
} from '#features/support/outgoing.ts'
import { connectionAtom } from '#streams'

/**
 * Outgoing messages that are not in the conversation yet. Sending resumes automatically when the connection is back.
 */
export function useOutgoing(rows: readonly SupportMessage[]): readonly Outgoing[] {
  const all = useAtomValue(outgoingAtom)
  const recall = useSetAtom(recallAtom)
  const flush = useSetAtom(flushAtom)
  const discard = useSetAtom(discardAtom)
  const { status } = useAtomValue(connectionAtom)
  const isUp = status === 'live' || status === 'stale'
  useEffect(() => {
    recall()
    if (isUp) void flush()
  }, [isUp, recall, flush])
  const arrived = all.filter(({ key }) => rows.some((row) => row.key === key))
  const keys = arrived.map(({ key }) => key).join(' ')
  useEffect(() => {
    if (keys !== '') discard(keys.split(' '))
  }, [keys, discard])
  return all.filter((it) => !arrived.includes(it))
}
