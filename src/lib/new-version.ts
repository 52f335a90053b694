/** The newest version of the app, where this page is an older one. */
import { atom } from 'jotai/vanilla'

/** `take` reloads into it as soon as nothing is being sent; null: this page is the newest known. */
export const newVersionAtom = atom<{ take: () => Promise<void> } | null>(null)
