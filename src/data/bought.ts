/** The order that was accepted a moment ago, for the place that confirms it. */
import { atom } from 'jotai/vanilla'

/** For this time the acceptance is shown. */
const SHOWN_MS = 2_500

const heldAtom = atom<string | null>(null)

/** The id of the order; null when none was accepted lately. */
export const boughtAtom = atom(
  (get) => get(heldAtom),
  (_get, set, id: string) => {
    set(heldAtom, id)
    setTimeout(() => set(heldAtom, (last) => (last === id ? null : last)), SHOWN_MS)
  },
)
