import { atom } from 'jotai/vanilla'

/** Somebody has logged in, and has not yet answered the offer of a second factor. */
export const factorOfferDueAtom = atom(false)
