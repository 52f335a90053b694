/**
 * Decides when a device says that the price history has changed: the comparison of what the server shows with what the
 * device knows, as a state machine without time, network or storage.
 *
 * One comparison runs at a time, and it uses what was known when it started. Two signed checkpoints that contradict
 * each other raise an alarm at once, because their order does not matter. Anything else is only a doubt, which a second
 * comparison has to confirm.
 */
import { timeMs } from '#contract/scalars.ts'
import type { At, Doubt } from '#app/history-alarm.ts'
import {
  checkpointOf,
  type KnownHistory,
  type PinnedKeys,
  type Shown,
  trustAlike,
} from '#device/known-history.ts'
import { findContradiction, formatOf, type SignedCheckpoint } from '#rules/checkpoint.ts'
import { heard, informed, NOTHING_SEEN, restoresOf, withoutLost } from '#device/known-restore.ts'
import { isLost, type Restore } from '#rules/restore.ts'
import type { KnownCheckpoint } from '#rules/checkpoint-proof.ts'

interface Comparison {
  /** What was known when the comparison started. */
  known: KnownHistory | null
  /** Whether the known checkpoint is asked for too, even if the newest one names its hash. */
  isWhole: boolean
  /** The newest checkpoint; null until it is answered. */
  newest: SignedCheckpoint | null
  /** Whether the proof is asked for that the newest one continues the known one. */
  isProving?: boolean
}

export interface WatchState {
  known: KnownHistory | null
  running: Comparison | null
  /** Whether another comparison has to follow the running one. */
  isDue: boolean
  /** What the last complete comparison found. */
  doubt: Doubt | null
  /** How many comparisons in a row found one. */
  doubts: number
  /** A doubt that was confirmed. */
  alarm: Doubt | null
}
export const INITIAL_WATCH: WatchState = {
  known: null,
  running: null,
  isDue: false,
  doubt: null,
  doubts: 0,
  alarm: null,
}

export type WatchEvent =
  /** A comparison is due: a whole one after each connection, otherwise one with each new checkpoint. */
  | { type: 'due'; isWhole: boolean }
  /** The answer to the last question, verified with `keys`. */
  | { type: 'answered'; shown: Shown; keys: PinnedKeys; restores: readonly Restore[] }
  /** The answer to the last question, which was for a proof. */
  | { type: 'proved'; holds: boolean }
  /** The last question got no answer that could be read. */
  | { type: 'lost' }
  /** What this device has stored, at the start and when another tab stores something; its signatures are verified. */
  | { type: 'stored'; known: KnownHistory }

export type WatchEffect =
  /** Ask for the newest checkpoint before a number, and verify it with these keys; null for those of the answer. */
  | { type: 'ask'; before: number | null; keys: PinnedKeys | null; isFresh: boolean }
  /** Ask for the proof that a checkpoint continues one from long before. */
  | { type: 'prove'; later: SignedCheckpoint; known: KnownCheckpoint }
  | { type: 'store'; known: KnownHistory }
  /** Start the second look after a pause. */
  | { type: 'pause' }

interface Step {
  state: WatchState
  effects: readonly WatchEffect[]
}
const step = (state: WatchState, ...effects: WatchEffect[]): Step => ({ state, effects })

const changed = ({ number, timeMs: at }: At): Doubt => ({ kind: 'changed', number, timeMs: at })
const shortened = ({ number, timeMs: at }: At): Doubt => ({ kind: 'shortened', number, timeMs: at })

type Answered = Omit<Extract<WatchEvent, { type: 'answered' }>, 'type'>

function start(state: WatchState, isWhole: boolean): Step {
  const isFresh = state.doubt !== null
  const running = { known: state.known, isWhole: isWhole || isFresh, newest: null }
  const keys = state.known?.keys ?? null
  return step({ ...state, running, isDue: false }, { type: 'ask', before: null, keys, isFresh })
}

function end(state: WatchState, ...effects: WatchEffect[]): Step {
  const ended = { ...state, running: null }
  if (!state.isDue) return step(ended, ...effects)
  const next = start(ended, true)
  return step(next.state, ...effects, ...next.effects)
}

function doubted(state: WatchState, doubt: Doubt): Step {
  const doubts = state.doubt === null ? 1 : state.doubts + 1
  // Two different doubts may have two causes: an answer that was garbled, and a restore during the next comparison.
  const isConfirmed = state.doubt?.kind === doubt.kind || doubts > 2
  if (isConfirmed) return end({ ...state, doubt, doubts, alarm: doubt })
  return end({ ...state, doubt, doubts }, { type: 'pause' })
}

/** Whether a contradiction between both would have been seen without asking for a third checkpoint. */
const isNextTo = (newest: SignedCheckpoint, known: KnownHistory): boolean =>
  known.signed !== undefined && Math.abs(newest.facts.number - known.number) <= 1

const askFor = (number: number, keys: PinnedKeys): WatchEffect => ({
  type: 'ask',
  before: number + 1,
  keys,
  // Past all caches: what counts is what the server shows now, and this page may be cached for ever.
  isFresh: true,
})

/** Everything was as it should be. `newest` is remembered unless something newer is known by now. */
function agreed(
  state: WatchState,
  base: KnownHistory,
  { running, newest }: { running: Comparison; newest: SignedCheckpoint },
): Step {
  const before = state.known ?? base
  // Another tab stored something meanwhile: it must not be replaced before both are compared.
  const isOther = state.known !== running.known && before.number > 0
  if (isOther && state.known !== null && !isNextTo(newest, before)) {
    const again = { known: before, isWhole: true, newest }
    const older = Math.min(before.number, newest.facts.number)
    return step({ ...state, running: again }, askFor(older, before.keys))
  }
  const isNewer =
    newest.facts.number > before.number ||
    (newest.facts.number === before.number && before.signed === undefined)
  const known = {
    ...before,
    number: newest.facts.number,
    textHash: newest.textHash,
    timeMs: timeMs.parse(newest.facts.timeMs),
    signed: newest.signed,
  }
  return settled(state, isNewer ? known : before)
}

function settled(state: WatchState, known: KnownHistory): Step {
  const next = { ...state, known, doubt: null, alarm: null }
  return known === state.known ? end(next) : end(next, { type: 'store', known })
}

/** Keeps the first two of these checkpoints that contradict each other; null if none do. */
function accused(
  known: KnownHistory | null,
  checkpoints: readonly (SignedCheckpoint | null)[],
): Step | null {
  const found = findContradiction(checkpoints.filter((each) => each !== null))
  if (found === null || known === null) return null
  const [first, second] = found
  const proved = { ...known, contradiction: { first: first.signed, second: second.signed } }
  return step({ ...INITIAL_WATCH, known: proved }, { type: 'store', known: proved })
}

function answered(
  state: WatchState,
  running: Comparison,
  { shown, keys, restores }: Answered,
): Step {
  // Another tab stored trusted keys meanwhile, and this answer was verified with keys of its own.
  if (running.known === null && state.known !== null) return end({ ...state, isDue: true })
  const now = shown.kind === 'signed' ? shown.checkpoint : null
  const seen = [checkpointOf(running.known), checkpointOf(state.known), running.newest, now]
  const accusation = accused(state.known, seen)
  if (accusation !== null) return accusation
  if (running.newest === null) return newestAnswered(state, running, { shown, keys, restores })
  const { known, newest } = running
  if (known === null) return end(state)
  const older = newest.facts.number < known.number ? newest.textHash : known.textHash
  return now?.textHash === older
    ? provedFirst(state, running, { known, newest })
    : doubted(state, changed(known))
}

/** Both checkpoints are shown. If the newer one has a tree with the older one, that is proved first. */
function provedFirst(
  state: WatchState,
  running: Comparison,
  { known, newest }: { known: KnownHistory; newest: SignedCheckpoint },
): Step {
  const { number, textHash } = known
  const isInTree = number > 0 && newest.facts.number > number + 1
  if (!isInTree || formatOf(newest.facts) < 4) return agreed(state, known, { running, newest })
  const facts = checkpointOf(known)?.facts ?? null
  const proof: WatchEffect = { type: 'prove', later: newest, known: { number, textHash, facts } }
  return step({ ...state, running: { ...running, isProving: true } }, proof)
}

function proved(state: WatchState, running: Comparison, holds: boolean): Step {
  const { known, newest, isProving } = running
  if (known === null || newest === null || isProving !== true) return end(state)
  return holds ? agreed(state, known, { running, newest }) : doubted(state, changed(known))
}

function newestAnswered(
  state: WatchState,
  running: Comparison,
  { shown, keys, restores }: Answered,
): Step {
  const known = running.known ?? heard({ keys, ...NOTHING_SEEN }, { shown, restores })
  const isSeen = known.number > 0
  if (shown.kind === 'unsigned') {
    return doubted(state, { kind: 'unsigned', number: shown.number, timeMs: shown.timeMs })
  }
  if (shown.kind === 'none') {
    return isSeen ? doubted(state, shortened(known)) : settled(state, known)
  }
  const newest = shown.checkpoint
  const distance = newest.facts.number - known.number
  if (distance < 0) return doubted(state, shortened(known))
  // What an older version stored has a hash only, so a difference is no contradiction of two signed texts.
  const named = [newest.textHash, newest.facts.previous][distance]
  if (isSeen && named !== undefined && named !== known.textHash) {
    return doubted(state, changed(known))
  }
  if (!isSeen || (named !== undefined && !running.isWhole)) {
    return agreed(state, known, { running, newest })
  }
  return step({ ...state, running: { ...running, newest } }, askFor(known.number, known.keys))
}

function stored(state: WatchState, known: KnownHistory): Step {
  const mine = state.known
  if (mine === null) return step({ ...state, known })
  if (mine.contradiction !== undefined) {
    // The other tab had not heard of it, and has stored something else in its place.
    return known.contradiction === undefined
      ? step(state, { type: 'store', known: mine })
      : step(state)
  }
  if (known.contradiction !== undefined) return step({ ...INITIAL_WATCH, known })
  if (!trustAlike(mine, known)) return step(state)
  if (isLost(mine, restoresOf(known))) return step({ ...state, known })
  // The other tab had not heard of the restore.
  if (isLost(known, restoresOf(mine))) return step(state, { type: 'store', known: mine })
  const accusation = accused(mine, [checkpointOf(mine), checkpointOf(known)])
  if (accusation !== null) return accusation
  const isClosed = known.textHash === mine.textHash && known.restore?.isSeen === true
  return step(
    known.number > mine.number || isClosed ? { ...state, known: informed(known, mine) } : state,
  )
}

/** Judges an answer by what is known without what the server says that it lost. */
function judged(state: WatchState, running: Comparison, event: Answered): Step {
  const { shown } = event
  const said = { shown, restores: [...restoresOf(state.known), ...event.restores] }
  if (shown.kind === 'signed' && isLost(shown.checkpoint.facts, restoresOf(state.known)))
    return doubted(state, changed(shown.checkpoint.facts))
  const known = withoutLost(state.known, said)
  // There is nothing more to find, and what is kept must not change, unless the server says what it lost.
  if (known?.contradiction !== undefined) return step({ ...state, running: null, isDue: false })
  const others = withoutLost(running.known, said)
  const asked = running.known === state.known ? known : others && informed(others, known)
  const newest =
    running.newest && isLost(running.newest.facts, restoresOf(known)) ? null : running.newest
  const next = { ...running, known: asked, newest }
  return answered({ ...state, known }, next, event)
}

export function reduce(state: WatchState, event: WatchEvent): Step {
  if (event.type === 'stored') return stored(state, event.known)
  const { running } = state
  if (event.type === 'due') {
    if (running === null) return start(state, event.isWhole)
    return step({ ...state, isDue: state.isDue || event.isWhole })
  }
  if (running === null) return step(state)
  if (event.type === 'lost') return end(state)
  if (event.type === 'proved') return proved(state, running, event.holds)
  return judged(state, running, event)
}
