/** The recoveries of the own account, for the notice and for their list. */
import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { call } from '#api/call.ts'
import { listRecoveries } from '#contract/endpoints/recovery.ts'
import type { Message } from '#contract/messages.ts'
import { useFetched } from '#data/use-fetched.ts'
import { topicAtom } from '#streams'

const KINDS: readonly Message['kind'][] = ['recovery_approved', 'recovery_vetoed', 'recovery_done']

/** Read when shown, and after each message about a recovery. */
export function useOwnRecoveries() {
  const messages = useAtomValue(topicAtom('messages'))
  const latest = 'value' in messages ? messages.value.latest : []
  const newest = latest.find(({ kind }) => KINDS.includes(kind))?.id ?? null
  const read = useFetched(() => call(listRecoveries, {}))
  const { reload } = read
  const known = useRef(newest)
  useEffect(() => {
    if (known.current === newest) return
    known.current = newest
    reload()
  }, [newest, reload])
  return read
}
