/**
 * What the server signed when photos were deleted. This device shows it to the server at each connection, so that the
 * photos are deleted once more if an older copy of the server's data was put back.
 */
import { atom } from 'jotai/vanilla'
import { z } from 'zod/mini'
import { presentedText, type SignedText } from '#contract/signed-text.ts'
import { STATEMENTS_MAX } from '#contract/verification.ts'
import { json, storedAtom } from '#device/stored-atom.ts'

const NONE: readonly SignedText[] = []

/** Oldest first. Kept after a log-out: they name no user, and the copy may be put back much later. */
export const deletionsAtom = storedAtom<readonly SignedText[]>({
  key: 'deletions',
  initial: NONE,
  ...json(z.array(presentedText).check(z.minLength(1), z.maxLength(STATEMENTS_MAX))),
  allTabs: true,
})

export const keepDeletionAtom = atom(null, (get, set, statement: SignedText): void => {
  set(deletionsAtom, [...get(deletionsAtom), statement].slice(-STATEMENTS_MAX))
})
