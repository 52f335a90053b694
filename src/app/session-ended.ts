import { atom } from 'jotai/vanilla'

/** The server ended the session while it was in use; the shell says so once. */
export const sessionEndedAtom = atom(false)
