import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { call } from '#api/call.ts'
import { presentDeletions } from '#contract/endpoints/verification.ts'
import { deletionsAtom } from '#device/deletions.ts'
import { connectionAtom } from '#streams'

/** Shows the server at each connection which photos it said it had deleted. It deletes those that came back. */
export function DeletionsWatch() {
  const statements = useAtomValue(deletionsAtom)
  const isLive = useAtomValue(connectionAtom).status === 'live'
  useEffect(() => {
    if (!isLive || statements.length === 0) return
    void call(presentDeletions, { body: { statements: [...statements] } })
  }, [isLive, statements])
  return null
}
