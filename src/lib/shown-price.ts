import { atom } from 'jotai/vanilla'

/** The one price that a page is about: live, or stale. `up` while a page shows none, or its market gives none. */
export const shownPriceAtom = atom<'live' | 'stale' | 'up'>('up')
