import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import type { FrozenState } from '#contract/frozen.ts'
import type { FrozenNoteProps } from '#components/frozen-note.tsx'
import { later } from '#lib/later.tsx'
import { topicAtom } from '#streams'

/** Loaded when something is frozen, which is rare. */
const FrozenNote = later(async () => (await import('#components/frozen-note.tsx')).FrozenNote)

interface Props {
  what: FrozenNoteProps['what']
  /** Undefined if no check ever found a fault. */
  state: FrozenState | undefined
}

/** Says that something is frozen or was, what that means and how it ends; nothing where it never was. */
export function Frozen({ what, state }: Props) {
  if (state === undefined) return null
  return (
    <Suspense fallback={null}>
      <FrozenNote what={what} state={state} />
    </Suspense>
  )
}

/** The same for the whole account of the user, while it is frozen. */
export function AccountFrozen() {
  const balance = useAtomValue(topicAtom('balance'))
  const since = 'value' in balance ? balance.value.frozenSince : null
  if (since === null || since === undefined) return null
  return <Frozen what="account" state={{ since, end: null }} />
}
