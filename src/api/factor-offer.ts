import { atom } from 'jotai/vanilla'

/** A user has logged in and has not answered the offer of a second factor yet. */
export const factorOfferDueAtom = atom(false)
