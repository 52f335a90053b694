/** The recorded feed: plays the CSV files of a folder with their times shifted to now. */
import { z } from 'zod'
import { type MarketSession, marketSession, replayFacts } from '#contract/product.ts'
import { barsOfTicks, type CandleTick } from '#rules/candles.ts'
import type { HistoryStage } from '#rules/simulated-history.ts'
import type { CatalogueProduct } from '#server/market/catalogue.ts'
import type { Emit, Feed, FeedEvent, MissedSpan } from '#server/market/feeds/feed.ts'
import type { LoadedRecording, UnusedFile } from '#server/market/feeds/recordings.ts'
import { type PlayedFile, replayNotes } from '#server/market/feeds/replay-notes.ts'
import {
  createTimeline,
  type Position,
  type Timeline,
} from '#server/market/feeds/replay-timeline.ts'
import type { Cancel, MarketClock } from '#server/platform/clock.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

/** The state that a later start must match. Otherwise the mapping of time could not continue. */
const storedState = z.object({
  startedAt: z.int(),
  speed: z.number().positive(),
  /** SHA-256 of the file, by symbol. */
  files: z.record(z.string(), z.string()),
})
type State = z.infer<typeof storedState>

/** What the recorded feed needs. */
export interface ReplayParts {
  clock: MarketClock
  recordings: readonly LoadedRecording[]
  /** Files of the folder that are not played, each with the reason. */
  unused?: readonly UnusedFile[]
  speed: number
  loop: boolean
  /** Offers orders on bars that play faster than real time, although their prices show where they go. */
  tradeFastBars?: boolean
}

interface Track {
  product: CatalogueProduct
  timeline: Timeline
  position: Position | null
}

function refuseOthers(stored: State, now: State): void {
  const symbols = new Set([...Object.keys(stored.files), ...Object.keys(now.files)])
  const same = [...symbols].every((symbol) => stored.files[symbol] === now.files[symbol])
  if (same && stored.speed === now.speed) return
  throw new StartRefused(
    'This database plays another recording, or at another speed. Start with the same files and ' +
      `speed (${stored.speed}) to go on, or with another data folder to start afresh.`,
  )
}

function sessionOf(endsAt: number | null, timeMs: number): MarketSession {
  const isOpen = endsAt === null || timeMs <= endsAt
  return marketSession.parse({
    state: isOpen ? 'open' : 'closed',
    opensAt: null,
    closesAt: isOpen && endsAt !== null ? endsAt + 1 : null,
  })
}

/** The events of one track that are due by `untilMs`, with a gap where the recording repeats. */
function takeDue(track: Track, untilMs: number): FeedEvent[] {
  const due: FeedEvent[] = []
  const productId = track.product.id
  while (track.position !== null) {
    const tick = track.timeline.tickAt(track.position)
    if (tick.timeMs > untilMs) break
    const { run, index } = track.position
    if (run > 0 && index === 0) {
      due.push({ productId, timeMs: tick.timeMs, kind: 'gap', reason: 'loop' })
    }
    due.push({ productId, kind: 'tick', ...tick })
    track.position = track.timeline.next(track.position)
  }
  return due
}

/** Plays the recordings on their timelines. */
class Player {
  readonly #clock: MarketClock
  readonly #tracks: ReadonlyMap<number, Track>
  #emit: Emit = () => undefined
  #cancel: Cancel = () => undefined

  constructor({ clock, recordings, speed, loop }: ReplayParts, startedAt: number) {
    this.#clock = clock
    this.#tracks = new Map(
      recordings.map(({ product, points }) => {
        const timeline = createTimeline({ points, startedAt, speed, loop })
        return [product.id, { product, timeline, position: null }]
      }),
    )
  }

  timeline(productId: number): Timeline | undefined {
    return this.#tracks.get(productId)?.timeline
  }
  /** Plays points after `afterMs`. */
  start(afterMs: number, emit = this.#emit): void {
    this.#cancel()
    this.#emit = emit
    for (const track of this.#tracks.values()) track.position = track.timeline.seek(afterMs + 1)
    this.#arm()
  }
  missed({ product, fromMs, toMs }: MissedSpan): FeedEvent[] {
    const timeline = this.timeline(product.id)
    if (timeline === undefined) return []
    return takeDue({ product, timeline, position: timeline.seek(fromMs + 1) }, toMs)
  }
  pump(): void {
    const now = this.#clock.now()
    const due = [...this.#tracks.values()].flatMap((track) => takeDue(track, now))
    if (due.length > 0) this.#emit(due.sort((a, b) => a.timeMs - b.timeMs))
  }
  stop(): void {
    this.#cancel()
  }

  #arm(): void {
    let next = Number.POSITIVE_INFINITY
    for (const { position, timeline } of this.#tracks.values()) {
      if (position !== null) next = Math.min(next, timeline.tickAt(position).timeMs)
    }
    if (!Number.isFinite(next)) return
    this.#cancel = this.#clock.at(next, () => {
      this.pump()
      this.#arm()
    })
  }
}

/** Creates the recorded feed. */
export function createReplayFeed(parts: ReplayParts): Feed {
  const { clock, recordings, speed, loop, unused = [], tradeFastBars = false } = parts
  const files = Object.fromEntries(
    recordings.map(({ product, sha256 }) => [product.symbol, sha256]),
  )
  let state: State = { startedAt: clock.now(), speed, files }
  let player = new Player(parts, state.startedAt)

  const fromBars = new Set(
    recordings.filter(({ kind }) => kind === 'bars').map(({ product }) => product.id),
  )
  const fastBars: ReadonlySet<number> = speed > 1 ? fromBars : new Set()
  const watchOnly: ReadonlySet<number> = tradeFastBars ? new Set() : fastBars
  const played = (): PlayedFile[] =>
    recordings.map((recording) => ({
      ...recording,
      recordedAt: player.timeline(recording.product.id)?.cutAt ?? 0,
      startedAt: state.startedAt,
      isWatchOnly: watchOnly.has(recording.product.id),
    }))
  const historyOf = (productId: number): CandleTick[] => player.timeline(productId)?.history() ?? []
  return {
    source: 'recorded',
    speed,
    products: recordings.map(({ product }) => product),
    fromBars,
    watchOnly,
    replayOf: (productId) => {
      const timeline = player.timeline(productId)
      if (timeline === undefined) return null
      return replayFacts.parse({
        repeats: loop,
        fastBars: fastBars.has(productId),
        watchOnly: watchOnly.has(productId),
        recordedAt: timeline.cutAt,
        startedAt: state.startedAt,
      })
    },
    notes: () => replayNotes(played(), unused),
    haltReason: 'ended',
    begin: () => {
      state = { ...state, startedAt: clock.now() }
      player = new Player(parts, state.startedAt)
      const history = ({ id }: CatalogueProduct): HistoryStage[] => [
        { interval: '1m', bars: barsOfTicks(historyOf(id), '1m') },
      ]
      return { state, history }
    },
    resume: (stored) => {
      const before = storedState.parse(stored)
      refuseOthers(before, state)
      state = before
      player = new Player(parts, state.startedAt)
    },
    historyEndsAt: () => state.startedAt,
    genesis: ({ id }) => historyOf(id).at(-1) ?? null,
    sessionAt: ({ id }, timeMs) => sessionOf(player.timeline(id)?.endsAt ?? null, timeMs),
    alive: () => true,
    missed: async (spans) => spans.flatMap((span) => player.missed(span)),
    start: async (emit, _log, afterMs) => player.start(afterMs, emit),
    playAfter: async (afterMs) => player.start(afterMs),
    pump: () => player.pump(),
    stop: () => player.stop(),
  }
}
