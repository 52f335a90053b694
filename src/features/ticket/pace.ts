/** How long orders take on this device and line, beyond what probes of the clock measure. */
import { atom } from 'jotai/vanilla'

/** Of so many of the newest commands the slowest counts: one that was slow by chance is forgotten soon. */
const KEPT_TIMES = 3
/** Added after each order that came too late, up to the maximum, because this device is slower than it measured. */
const LATE_STEP_MS = 500
const LATE_MAX_MS = 1_500

const timesAtom = atom<readonly number[]>([])
/** Remembers how long a command took, in ms, that the server answers after storing it, as it does with an order. */
export const commandTookAtom = atom(null, (_get, set, ms: number): void =>
  set(timesAtom, (times) => [...times, ms].slice(-KEPT_TIMES)),
)

const lateAtom = atom(0)
/** Gives the next orders of this page more time. */
export const tooLateAtom = atom(null, (_get, set): void =>
  set(lateAtom, (ms) => Math.min(ms + LATE_STEP_MS, LATE_MAX_MS)),
)

/** `commandMs`: the longest of the newest commands. `lateMs`: what orders that came too late needed more. */
export const paceAtom = atom((get) => ({
  commandMs: Math.max(0, ...get(timesAtom)),
  lateMs: get(lateAtom),
}))
