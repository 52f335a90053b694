/** The recorded feed: plays the CSV files of a folder with their time shifted to now. */
import { z } from 'zod'
import { marketSession } from '#contract/product.ts'
import { barsOfTicks } from '#rules/candles.ts'
import type { CatalogueProduct } from '#server/market/catalogue.ts'
import type { Emit, Feed, FeedEvent } from '#server/market/feeds/feed.ts'
import type { LoadedRecording } from '#server/market/feeds/recordings.ts'
import {
  createTimeline,
  type Position,
  type Timeline,
} from '#server/market/feeds/replay-timeline.ts'
import type { Cancel, MarketClock } from '#server/platform/clock.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

/** What a later start must find again, or the same mapping of time could not go on. */
const storedState = z.object({
  startedAt: z.int(),
  speed: z.number().positive(),
  /** SHA-256 by symbol. */
  files: z.record(z.string(), z.string()),
})
type State = z.infer<typeof storedState>

export interface ReplayParts {
  clock: MarketClock
  recordings: readonly LoadedRecording[]
  speed: number
  loop: boolean
}

interface Track {
  product: CatalogueProduct
  timeline: Timeline
  position: Position | null
}

function refuseOthers(stored: State, now: State): void {
  const files = (state: State): string => JSON.stringify(Object.entries(state.files).sort())
  if (stored.speed === now.speed && files(stored) === files(now)) return
  throw new StartRefused(
    'This database plays another recording, or at another speed. Start with the same files and ' +
      `speed (${stored.speed}) to go on, or with another data folder to begin anew.`,
  )
}

/** Of one track: what is due by now, with a gap where the recording begins again. */
function takeDue(track: Track, now: number): FeedEvent[] {
  const due: FeedEvent[] = []
  const productId = track.product.id
  while (track.position !== null) {
    const tick = track.timeline.tickAt(track.position)
    if (tick.timeMs > now) break
    const { run, index } = track.position
    if (run > 0 && index === 0) {
      due.push({ productId, timeMs: tick.timeMs, kind: 'gap', reason: 'loop' })
    }
    due.push({ productId, kind: 'tick', ...tick })
    track.position = track.timeline.next(track.position)
  }
  return due
}

export function createReplayFeed(parts: ReplayParts): Feed {
  const { clock, recordings, speed, loop } = parts
  const files = Object.fromEntries(
    recordings.map(({ product, sha256 }) => [product.symbol, sha256]),
  )
  let state: State = { startedAt: clock.now(), speed, files }
  let tracks = new Map<number, Track>()
  let emit: Emit = () => undefined
  let cancel: Cancel = () => undefined
  let isFirstStart = false

  const timelineOf = ({ points }: LoadedRecording): Timeline =>
    createTimeline({ points, startedAt: state.startedAt, speed, loop })
  const layOut = (): void => {
    tracks = new Map(
      recordings.map((each) => {
        const { product } = each
        return [product.id, { product, timeline: timelineOf(each), position: null }]
      }),
    )
  }
  const pump = (): void => {
    const now = clock.now()
    const due = [...tracks.values()].flatMap((track) => takeDue(track, now))
    if (due.length > 0) emit(due.sort((a, b) => a.timeMs - b.timeMs))
  }
  const arm = (): void => {
    let next = Number.POSITIVE_INFINITY
    for (const { position, timeline } of tracks.values()) {
      if (position !== null) next = Math.min(next, timeline.tickAt(position).timeMs)
    }
    if (!Number.isFinite(next)) return
    cancel = clock.at(next, () => {
      pump()
      arm()
    })
  }
  return {
    source: 'recorded',
    speed,
    products: recordings.map(({ product }) => product),
    fromBars: new Set(
      recordings.filter(({ kind }) => kind === 'bars').map(({ product }) => product.id),
    ),
    haltReason: 'ended',
    begin: () => {
      state = { ...state, startedAt: clock.now() }
      isFirstStart = true
      layOut()
      const history = ({ id }: CatalogueProduct) => {
        const behind = tracks.get(id)?.timeline.history() ?? []
        return [{ interval: '1m' as const, bars: barsOfTicks(behind, '1m') }]
      }
      return { state, history }
    },
    resume: (stored) => {
      const before = storedState.parse(stored)
      refuseOthers(before, state)
      state = before
      layOut()
    },
    historyEndsAt: () => state.startedAt,
    genesis: ({ id }) => tracks.get(id)?.timeline.history().at(-1) ?? null,
    sessionAt: ({ id }, timeMs) => {
      const endsAt = tracks.get(id)?.timeline.endsAt ?? null
      const isOpen = endsAt === null || timeMs <= endsAt
      return marketSession.parse({
        state: isOpen ? 'open' : 'closed',
        opensAt: null,
        closesAt: isOpen && endsAt !== null ? endsAt + 1 : null,
      })
    },
    alive: () => true,
    start: async (to) => {
      emit = to
      // What a restart missed stays missed: the log has a gap for it.
      const from = isFirstStart ? state.startedAt : clock.now()
      for (const track of tracks.values()) track.position = track.timeline.seek(from)
      arm()
    },
    pump,
    stop: () => cancel(),
  }
}
