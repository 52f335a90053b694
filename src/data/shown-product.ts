import { atom } from 'jotai/vanilla'

/** Kept while the app is open: the symbol that is shown beside the list when the address names no product. */
export const lastShownAtom = atom<string | null>(null)

/** The place in the header of a large screen for the figures of the shown product. */
export const headerPlaceAtom = atom<HTMLElement | null>(null)
