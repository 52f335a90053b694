/** What a store needs before its live atoms are mounted: the streams, and the frames that pace the prices. */
import { atom } from 'jotai/vanilla'
import { immediateScheduler } from '#streams/atoms/frame-scheduler.ts'
import type { FrameScheduler } from '#streams/operators/latest-per-frame.ts'
import type { Streams } from '#streams/types.ts'

/** Set once per store by the app, and by each test with fakes: no module is ever mocked. */
export const streamsAtom = atom<Streams | null>(null)

/** Paces topics whose values in between may be dropped; without frames every value is written at once. */
export const frameSchedulerAtom = atom<FrameScheduler>(immediateScheduler)
