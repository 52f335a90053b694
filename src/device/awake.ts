/** Keeping the screen on, where the browser can. */
import { atom } from 'jotai/vanilla'
import { storedFlag } from '#device/stored-atom.ts'

/** Whether the screen stays on while the user watches an order. */
export const awakeAtom = storedFlag('awake', true)

export interface ScreenLock {
  supported(): boolean
  /** Keeps the screen on until the returned function is called. The browser ends it when the page is hidden. */
  hold(): () => void
}

const supported = (): boolean => 'wakeLock' in navigator

const browserLock: ScreenLock = {
  supported,
  hold: () => {
    if (!supported()) return () => undefined
    // Refused on a low battery, for example. The screen then does what it does anyway.
    const held = navigator.wakeLock.request('screen').catch(() => null)
    return () => void held.then((lock) => lock?.release())
  },
}

/** Replaced in tests. */
export const screenLockAtom = atom<ScreenLock>(browserLock)
