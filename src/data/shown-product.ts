import { atom } from 'jotai/vanilla'

/** Kept while the app is open: the symbol that is shown beside the list when the address names no product. */
export const lastShownAtom = atom<string | null>(null)
