/** The public interface of the streams for the app: the function that creates them, and the atoms that views read. */
export {
  createFrameScheduler,
  type FrameSchedulerParts,
} from '#streams/atoms/frame-scheduler.ts'
export {
  type Kept,
  type KnownKey,
  type LastKnown,
  lastKnownAtom,
  recall,
  remember,
} from '#streams/atoms/last-known.ts'
export { knownFromPage } from '#streams/atoms/page-snapshot.ts'
export { liveAtom, type LiveAtomOptions } from '#streams/atoms/live-atom.ts'
export { frameSchedulerAtom, streamsAtom } from '#streams/atoms/streams-atom.ts'
export {
  connectionAtom,
  quoteAtom,
  sessionAtom,
  statsAtom,
  topicAtom,
} from '#streams/atoms/topic-atoms.ts'
export type { StateOf, StateTopic } from '#streams/topics/table.ts'
export { createStreams, type Streams, type StreamsOptions } from '#streams/create-streams.ts'
export type { FrameScheduler } from '#streams/operators/latest-per-frame.ts'
export type * from '#streams/types.ts'
export type { EarlySocket } from '#streams/wire/early-socket.ts'
