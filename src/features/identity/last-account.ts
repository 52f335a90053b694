import { atom } from 'jotai/vanilla'

/** The account that was just registered, which the log-in page fills in. */
export const lastAccountAtom = atom('')
