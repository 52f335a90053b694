import { atom } from 'jotai/vanilla'
import type { ListTab } from '#features/market/product-list.ts'

/** Kept while the app is open, so that navigating back shows the same tab. */
export const listTabAtom = atom<ListTab>('all')
