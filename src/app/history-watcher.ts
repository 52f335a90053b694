/** Runs the comparison of the signed history: asks, verifies and stores for `history-comparison.ts`. */
import type { ChainRecord } from '#contract/record-chain.ts'
import type { SignedCheckpoint } from '#contract/market-topics.ts'
import type { CheckpointProof } from '#contract/tick-log.ts'
import { alarmOf, type HistoryAlarm } from '#app/history-alarm.ts'
import {
  INITIAL_WATCH,
  reduce,
  type WatchEffect,
  type WatchEvent,
} from '#app/history-comparison.ts'
import {
  checkpointOf,
  type KnownHistory,
  type PinnedKeys,
  type Shown,
  shownBy,
  verifiedKnown,
} from '#device/known-history.ts'
import { proves } from '#rules/checkpoint-proof.ts'
import { findRecordFault } from '#rules/record-chain.ts'
import { restoresIn, type StartRecord } from '#rules/restore.ts'
import type { CheckTools } from '#rules/receipt-check.ts'

/** The server pushes each checkpoint, every ten seconds. One that pushes none for so long is asked. */
export const ASK_AFTER_MS = 60_000
/** Longer than a cache may keep the newest page, which is one second. */
export const SECOND_LOOK_AFTER_MS = 2_000

interface Page {
  checkpoints: readonly SignedCheckpoint[]
  keys: PinnedKeys
}

export interface WatcherParts {
  /** What is stored now, by whichever tab. */
  stored(): KnownHistory | null
  /** Asks for one checkpoint, past all caches if `fresh`. Resolves to null without an answer that can be read. */
  ask(query: { before?: number; limit: 1 }, fresh: boolean): Promise<Page | null>
  /**
   * Asks the server itself for the proof that a checkpoint continues an earlier one. Resolves to null without an answer
   * that can be read, and to `none` if the server says that there is none.
   */
  prove(query: { number: number; of: number }): Promise<CheckpointProof | 'none' | null>
  /** Asks for the newest records of the chain of starts. Resolves to null without an answer that can be read. */
  starts(query: { afterSeq: number }): Promise<readonly ChainRecord[] | null>
  toolsOf(keys: PinnedKeys): CheckTools
  store(known: KnownHistory): void
  /** Called when what to say may have changed. */
  show(alarm: HistoryAlarm | null): void
  /** Whether the user can see the page. In one that no one sees, nothing is compared. */
  isShown(): boolean
  /** Calls back once after a time; returns a function that cancels it. */
  after(ms: number, run: () => void): () => void
}

export interface HistoryWatcher {
  /** The connection is live, or no longer. */
  live(isLive: boolean): void
  /** The server pushed its newest checkpoint. */
  pushed(checkpoint: SignedCheckpoint): void
  /** Another tab may have stored something, or the user sees the page again. */
  look(): void
  stop(): void
}

/** Restores that are further back than this many starts are not asked for. */
const STARTS_ASKED = 500

/** The restores that a checkpoint stands for, if the device does not know them. Null without an answer. */
async function restoresBehind(
  shown: Shown,
  { stored, starts, toolsOf }: WatcherParts,
): Promise<readonly StartRecord[] | null> {
  const head = shown.kind === 'signed' ? shown.checkpoint.facts.anchors?.starts : null
  const known = stored()
  const isKnown = checkpointOf(known)?.facts.anchors?.starts?.hash === head?.hash
  if (!head || head.seq === 0 || (isKnown && known?.contradiction === undefined)) return []
  const records = await starts({ afterSeq: Math.max(0, head.seq - STARTS_ASKED) })
  if (records === null) return null
  const named = records.filter(({ seq }) => seq <= head.seq)
  const [first, ...rest] = named
  const { sha256 } = toolsOf([])
  const isChained =
    first !== undefined &&
    findRecordFault('starts', rest, { sha256, start: first }) === null &&
    named.at(-1)?.hash === head.hash
  return isChained ? restoresIn(named) : []
}

type Question = Extract<WatchEffect, { type: 'ask' }>

async function answerTo(
  { before, keys, isFresh }: Question,
  parts: WatcherParts,
  pushed: Page | null,
): Promise<WatchEvent> {
  const { ask, toolsOf } = parts
  const page = pushed ?? (await ask({ ...(before !== null && { before }), limit: 1 }, isFresh))
  if (page === null) return { type: 'lost' }
  const trusted = keys ?? page.keys
  const shown = await shownBy(page.checkpoints[0], toolsOf(trusted))
  const restores = await restoresBehind(shown, parts)
  return restores === null ? { type: 'lost' } : { type: 'answered', shown, keys: trusted, restores }
}

type Claim = Extract<WatchEffect, { type: 'prove' }>

async function proofOf(
  { later, known }: Claim,
  { prove, toolsOf }: WatcherParts,
): Promise<WatchEvent> {
  const proof = await prove({ number: later.facts.number, of: known.number })
  if (proof === null) return { type: 'lost' }
  const { sha256Bytes: sha256 } = toolsOf([])
  return {
    type: 'proved',
    holds: proof !== 'none' && proves(proof, later.facts, { known, sha256 }),
  }
}

/**
 * Sends events once nothing is stored that this tab has not heard of: what it then stores replaces nothing but what it
 * has compared. An event reaches a tab later than another tab stores.
 */
function createTurns(
  { stored, toolsOf }: WatcherParts,
  send: (event: WatchEvent) => void,
): { take(event: WatchEvent | null): void; wrote(known: KnownHistory): void; stop(): void } {
  /** What was last stored or heard here, as text. */
  let seen = 'null'
  let isStopped = false
  let turn: Promise<void> = Promise.resolve()
  return {
    take: (event) => {
      turn = turn.then(async () => {
        for (let known = stored(); known !== null; known = stored()) {
          const text = JSON.stringify(known)
          if (isStopped || text === seen) break
          seen = text
          send({ type: 'stored', known: await verifiedKnown(known, toolsOf(known.keys)) })
        }
        if (event !== null) send(event)
      })
    },
    wrote: (known) => {
      seen = JSON.stringify(known)
    },
    stop: () => {
      isStopped = true
    },
  }
}

/** The second look after a doubt, and the question to a server that pushes nothing. */
function createTimers({ after, isShown }: WatcherParts, compare: (isWhole: boolean) => void) {
  let cancelNext = (): void => {}
  let cancelSecond = (): void => {}
  const askLater = (): void => {
    cancelNext()
    cancelNext = after(ASK_AFTER_MS, () => {
      if (isShown()) compare(false)
      askLater()
    })
  }
  return {
    askLater,
    askNoMore: () => cancelNext(),
    lookAgain: () => {
      cancelSecond()
      cancelSecond = after(SECOND_LOOK_AFTER_MS, () => compare(true))
    },
    stop: () => {
      cancelNext()
      cancelSecond()
    },
  }
}

export function watchHistory(parts: WatcherParts): HistoryWatcher {
  let state = INITIAL_WATCH
  let isStopped = false
  const send = (event: WatchEvent): void => {
    if (isStopped) return
    const next = reduce(state, event)
    state = next.state
    next.effects.forEach(run)
    parts.show(alarmOf(state))
    if (state.running === null && newest !== null && isCalm()) compare(false)
  }
  /** The checkpoint that was pushed last, until it is compared. */
  let newest: SignedCheckpoint | null = null
  /** In doubt and after a contradiction, a push starts nothing: the second look and the question per minute do. */
  const isCalm = (): boolean => state.doubt === null && state.known?.contradiction === undefined
  const inTurnOf = (answer: Promise<WatchEvent>): void =>
    void answer.then(inTurn, () => inTurn({ type: 'lost' }))
  const compare = (isWhole: boolean): void => inTurn({ type: 'due', isWhole })
  /**
   * What was pushed answers the question for the newest checkpoint, except after a connection and in doubt: then the
   * server is asked, past what may repeat its words.
   */
  const pushedFor = ({ before, keys }: Question): Page | null => {
    if (newest === null || before !== null || state.running?.isWhole !== false) return null
    const page = keys && { checkpoints: [newest], keys }
    newest = null
    return page
  }
  const run = (effect: WatchEffect): void => {
    if (effect.type === 'store') {
      turns.wrote(effect.known)
      parts.store(effect.known)
    } else if (effect.type === 'ask') inTurnOf(answerTo(effect, parts, pushedFor(effect)))
    else if (effect.type === 'prove') inTurnOf(proofOf(effect, parts))
    else timers.lookAgain()
  }
  const { take: inTurn, ...turns } = createTurns(parts, send)
  const timers = createTimers(parts, compare)
  /** Whether nothing was compared since the connection began. */
  let isOwed = false
  const look = (): void => {
    if (!parts.isShown()) return
    inTurn(isOwed ? { type: 'due', isWhole: true } : null)
    isOwed = false
  }
  return {
    live: (isLive) => {
      timers.askNoMore()
      isOwed = isLive && !isStopped
      if (!isOwed) return
      timers.askLater()
      look()
    },
    pushed: (checkpoint) => {
      newest = checkpoint
      if (!isCalm() || isStopped) return
      compare(false)
      timers.askLater()
    },
    look,
    stop: () => {
      isStopped = true
      turns.stop()
      timers.stop()
    },
  }
}
