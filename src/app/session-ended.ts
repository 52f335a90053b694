import { atom } from 'jotai/vanilla'

/** True after the server ended the session while it was in use. The shell shows this once. */
export const sessionEndedAtom = atom(false)
