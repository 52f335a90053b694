/** What a store needs before its live atoms are mounted: the streams, and the scheduler of price updates. */
import { atom } from 'jotai/vanilla'
import { immediateScheduler } from '#streams/atoms/frame-scheduler.ts'
import type { FrameScheduler } from '#streams/operators/latest-per-frame.ts'
import type { Streams } from '#streams/create-streams.ts'

/** The streams of the page, set once per store by the app. Tests set fakes, so no module is mocked. */
export const streamsAtom = atom<Streams | null>(null)

/** Schedules the topics whose values may be skipped. By default every value is written at once. */
export const frameSchedulerAtom = atom<FrameScheduler>(immediateScheduler)
