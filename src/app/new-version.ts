/** The newest version of the app, when this page is an older one. */
import { atom } from 'jotai/vanilla'

/**
 * `take` reloads into the new version as soon as nothing is being sent. Null when this page is the newest known
 * version.
 */
export const newVersionAtom = atom<{ take: () => Promise<void> } | null>(null)
