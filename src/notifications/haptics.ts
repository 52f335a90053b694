/**
 * Short vibrations as haptic feedback, where the device supports them and neither the user nor the system has turned
 * them off.
 */
import { atom } from 'jotai/vanilla'
import { storedFlag } from '#device/stored-atom.ts'

export const hapticsOnAtom = storedFlag('haptics', true)

export interface Haptics {
  supported(): boolean
  /** Whether the system asks for reduced motion. */
  still(): boolean
  vibrate(pattern: number[]): void
}

/** Milliseconds on, off, on. */
const PATTERNS = { bought: [14], won: [10, 60, 10], settled: [20], pulled: [8] }

const browserHaptics: Haptics = {
  supported: () => typeof navigator.vibrate === 'function',
  still: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
  vibrate: (pattern) => {
    // Before the first tap the browser refuses to vibrate and logs a warning. Older browsers know no such state.
    const { userActivation }: { userActivation?: UserActivation } = navigator
    try {
      if (userActivation?.hasBeenActive ?? true) navigator.vibrate(pattern)
    } catch {
      // A vibration only repeats what the screen shows.
    }
  },
}

/** Replaced in tests. */
export const hapticsAtom = atom<Haptics>(browserHaptics)

export const touchAtom = atom(null, (get, _set, what: keyof typeof PATTERNS) => {
  const haptics = get(hapticsAtom)
  if (!get(hapticsOnAtom) || !haptics.supported() || haptics.still()) return
  haptics.vibrate(PATTERNS[what])
})
