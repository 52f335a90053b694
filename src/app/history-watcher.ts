/** Runs the comparison of the signed history: asks, verifies and stores for `history-comparison.ts`. */
import type { ChainRecord } from '#contract/record-chain.ts'
import type { Checkpoint, CheckpointProof } from '#contract/tick-log.ts'
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

/** The server signs a checkpoint each minute. */
export const COMPARE_EVERY_MS = 60_000
/** Longer than a cache may keep the newest page, which is one second. */
export const SECOND_LOOK_AFTER_MS = 2_000

interface Page {
  checkpoints: readonly Checkpoint[]
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
  /** Calls back once after a time; returns a function that cancels it. */
  after(ms: number, run: () => void): () => void
}

export interface HistoryWatcher {
  /** The connection is live, or no longer. */
  live(isLive: boolean): void
  /** Another tab may have stored something. */
  hear(): void
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
): Promise<WatchEvent> {
  const { ask, toolsOf } = parts
  const page = await ask({ ...(before !== null && { before }), limit: 1 }, isFresh)
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

export function watchHistory(parts: WatcherParts): HistoryWatcher {
  let state = INITIAL_WATCH
  let isStopped = false
  let cancelNext = (): void => {}
  let cancelSecond = (): void => {}
  const send = (event: WatchEvent): void => {
    if (isStopped) return
    const next = reduce(state, event)
    state = next.state
    next.effects.forEach(run)
    parts.show(alarmOf(state))
  }
  const run = (effect: WatchEffect): void => {
    if (effect.type === 'store') {
      seen = JSON.stringify(effect.known)
      parts.store(effect.known)
    } else if (effect.type !== 'pause') {
      const asked = effect.type === 'ask' ? answerTo(effect, parts) : proofOf(effect, parts)
      void asked.then(inTurn, () => inTurn({ type: 'lost' }))
    } else {
      cancelSecond()
      cancelSecond = parts.after(SECOND_LOOK_AFTER_MS, () => inTurn({ type: 'due', isWhole: true }))
    }
  }
  /** What was last stored or heard here, as text. */
  let seen = 'null'
  let turn: Promise<void> = Promise.resolve()
  /**
   * Sends an event once nothing is stored that this tab has not heard of: what it then stores replaces nothing but what
   * it has compared. An event reaches a tab later than another tab stores.
   */
  const inTurn = (event: WatchEvent | null): void => {
    turn = turn.then(async () => {
      for (let known = parts.stored(); known !== null; known = parts.stored()) {
        const text = JSON.stringify(known)
        if (isStopped || text === seen) break
        seen = text
        send({ type: 'stored', known: await verifiedKnown(known, parts.toolsOf(known.keys)) })
      }
      if (event !== null) send(event)
    })
  }
  const compareEachMinute = (): void => {
    cancelNext = parts.after(COMPARE_EVERY_MS, () => {
      inTurn({ type: 'due', isWhole: false })
      compareEachMinute()
    })
  }
  return {
    live: (isLive) => {
      cancelNext()
      if (!isLive || isStopped) return
      inTurn({ type: 'due', isWhole: true })
      compareEachMinute()
    },
    hear: () => inTurn(null),
    stop: () => {
      isStopped = true
      cancelNext()
      cancelSecond()
    },
  }
}
