/** Sends prices and statistics to every page in its own turn: the newest values of the products that it shows. */
import type { VisibleRequest } from '#contract/topics.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { QuoteSource } from '#server/platform/socket/hub.ts'
import { createPhaseWheel, PHASES, type Turn } from '#server/platform/socket/phase-wheel.ts'
import { createQuoteFrames } from '#server/platform/socket/quote-frames.ts'
import {
  allVisible,
  flushQuotes,
  flushStats,
  type Moment,
  type QuotePage,
  startQuotes,
  startStats,
} from '#server/platform/socket/quote-page.ts'
import { createQuoteTape, SLOT_MS } from '#server/platform/socket/quote-tape.ts'
import type { SocketClient } from '#server/platform/socket/socket-client.ts'
import { createStatsBoard } from '#server/platform/socket/stats-board.ts'
import { createVisibleSets, NOTHING_VISIBLE } from '#server/platform/socket/visible-sets.ts'

type WheelTopic = 'quotes' | 'stats'

/** The pages on the wheel. */
export interface QuoteWheel {
  /** Subscribes a page and sends a snapshot of what it shows. */
  open(client: SocketClient, topic: WheelTopic): void
  shut(client: SocketClient, topic: WheelTopic): void
  show(client: SocketClient, request: VisibleRequest): void
  remove(client: SocketClient): void
  close(): void
}

/** A second, and the first tenth of it: the whole turns in which statistics are sent. */
const STATS_SLOTS = 1_000 / SLOT_MS

/** Creates the wheel: pages take turns, and each gets what has changed of the products that it shows. */
export function createQuoteWheel(
  source: QuoteSource,
  clock: MarketClock,
  epoch: string,
): QuoteWheel {
  const tape = createQuoteTape()
  const frames = createQuoteFrames(tape, epoch)
  const board = createStatsBoard(source, epoch)
  const sets = createVisibleSets()
  const pages = new Map<SocketClient, QuotePage>()

  const flush = (page: QuotePage, { whole, slot, timeMs }: Turn): void => {
    const moment: Moment = { slot, timeMs, seq: tape.seq() }
    if (page.quotes && (whole || page.visible.detail.length > 0)) {
      flushQuotes(page, frames, moment, whole)
    }
    if (page.stats && whole && slot % STATS_SLOTS < PHASES) flushStats(page, board, moment)
  }
  const onSlot = (slot: number): void => {
    if (slot % STATS_SLOTS === 0) board.refresh(shownStats(pages.values()), slot)
  }
  const wheel = createPhaseWheel({ clock, onSlot, onTurn: flush })
  for (const tick of source.latest()) tape.put(tick, 0)
  const endTicks = source.onTick((tick) => tape.put(tick, wheel.slot()))
  const now = (): Moment => ({ slot: wheel.slot() - 1, timeMs: clock.now(), seq: tape.seq() })

  const pageOf = (client: SocketClient): QuotePage => {
    const page = pages.get(client) ?? newPage(client, sets.take(NOTHING_VISIBLE))
    if (!pages.has(client)) wheel.add(page)
    pages.set(client, page)
    return page
  }
  const startAgain = (page: QuotePage): void => {
    if (page.quotes) startQuotes(page, frames, now())
    if (page.stats) startStats(page, board, now())
  }
  return {
    open: (client, topic) => {
      const page = pageOf(client)
      page[topic] = true
      if (topic === 'quotes') startQuotes(page, frames, now())
      else startStats(page, board, now())
    },
    shut: (client, topic) => {
      const page = pages.get(client)
      if (page !== undefined) page[topic] = false
    },
    show: (client, request) => {
      const page = pageOf(client)
      // Sends what is still due for the products that it has shown until now.
      if (page.quotes) flushQuotes(page, frames, now(), true)
      sets.release(page.visible)
      page.visible = sets.take(request)
      startAgain(page)
    },
    remove: (client) => {
      const page = pages.get(client)
      if (page === undefined) return
      pages.delete(client)
      wheel.remove(page)
      sets.release(page.visible)
    },
    close: () => {
      wheel.close()
      endTicks()
    },
  }
}

function shownStats(pages: Iterable<QuotePage>): Set<number> {
  const shown = new Set<number>()
  for (const { stats, visible } of pages) {
    if (stats) for (const id of allVisible(visible)) shown.add(id)
  }
  return shown
}

const newPage = (client: SocketClient, visible: QuotePage['visible']): QuotePage => ({
  client,
  visible,
  quotes: false,
  stats: false,
  fromSeq: 0,
  listFrom: 0,
  detailFrom: 0,
  statsFrom: 0,
  quotesSent: 0,
  behindSince: null,
})
