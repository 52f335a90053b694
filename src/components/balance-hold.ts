/** Lets a part of the page show how money moved before the amount in the header follows. */
import { atom } from 'jotai/vanilla'

/** If a part never releases its hold. */
const HELD_AT_MOST_MS = 3_000

const holdsAtom = atom(0)

/** Whether the amount in the header waits. */
export const balanceHeldAtom = atom((get) => get(holdsAtom) > 0)

/** Holds the amount in the header and gives back what releases it, from when on it counts to the present balance. */
export const holdBalanceAtom = atom(null, (_get, set): (() => void) => {
  set(holdsAtom, (holds) => holds + 1)
  let isHeld = true
  const release = (): void => {
    if (isHeld) set(holdsAtom, (holds) => holds - 1)
    isHeld = false
  }
  setTimeout(release, HELD_AT_MOST_MS)
  return release
})
