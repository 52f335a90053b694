import { atom } from 'jotai/vanilla'

/** The account just registered, for the login page to offer. */
export const lastAccountAtom = atom('')
