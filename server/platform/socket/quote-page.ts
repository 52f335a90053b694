/** The state of one page on the quote wheel: what it shows, how far its frames have reached, and what is sent next. */
import { SOCKET_LIMITS } from '#contract/socket-protocol.ts'
import { framePacket } from '#contract/frame-text.ts'
import type {
  FrameNeed,
  QuoteFrames,
  VisibleProducts,
} from '#server/platform/socket/quote-frames.ts'
import { SLOT_MS, TAPE_SLOTS } from '#server/platform/socket/quote-tape.ts'
import type { SocketClient } from '#server/platform/socket/socket-client.ts'
import { websocketFrame } from '#server/platform/socket/socket-frame.ts'
import type { StatsBoard } from '#server/platform/socket/stats-board.ts'

/** A page on the quote wheel. */
export interface QuotePage {
  readonly client: SocketClient
  visible: VisibleProducts
  quotes: boolean
  stats: boolean
  fromSeq: number
  listFrom: number
  detailFrom: number
  statsFrom: number
  /** The slot of the newest quotes frame of any kind. */
  quotesSent: number
  /** The slot since which the page has not read its frames. Null if it keeps up. */
  behindSince: number | null
}

const HEARTBEAT_SLOTS = SOCKET_LIMITS.quoteHeartbeatMs / SLOT_MS
/**
 * A page that reads nothing for this long is cut. Before that its frames are skipped, and it then starts again from a
 * snapshot.
 */
const CUT_AFTER_SLOTS = 15_000 / SLOT_MS

/** The current slot, time in ms and sequence number. */
export interface Moment {
  slot: number
  timeMs: number
  seq: number
}

/** All products that a page shows. */
export const allVisible = ({ list, detail }: VisibleProducts): number[] => [...list, ...detail]

const sendEnvelope = (page: QuotePage, envelope: string): boolean =>
  page.client.sendNow(websocketFrame(framePacket(envelope)), envelope)

function noteSent(page: QuotePage, sent: boolean, slot: number): boolean {
  if (sent) page.behindSince = null
  else {
    page.behindSince ??= slot
    if (slot - page.behindSince > CUT_AFTER_SLOTS) page.client.cut()
  }
  return sent
}

function reach(page: QuotePage, withList: boolean, { slot, seq }: Moment): void {
  page.fromSeq = seq
  page.detailFrom = slot
  if (withList) page.listFrom = slot
}

/** From now on the page only gets changes after `now`. */
function beginAt(page: QuotePage, now: Moment): void {
  reach(page, true, now)
  page.quotesSent = now.slot
}

/** Sends a snapshot of everything that the page shows. */
export function startQuotes(page: QuotePage, frames: QuoteFrames, now: Moment): void {
  page.client.send(frames.snapshot(allVisible(page.visible), now.timeMs))
  beginAt(page, now)
}

/** Sends a snapshot of the statistics. */
export function startStats(page: QuotePage, board: StatsBoard, now: Moment): void {
  page.client.send(board.snapshot(allVisible(page.visible), { timeMs: now.timeMs, seq: now.seq }))
  page.statsFrom = now.slot
}

/** Sends the changes since the page's last frame. A page that is behind gets them merged later. */
export function flushQuotes(
  page: QuotePage,
  frames: QuoteFrames,
  now: Moment,
  withList: boolean,
): void {
  if (now.slot - Math.min(page.listFrom, page.detailFrom) >= TAPE_SLOTS) {
    const snapshot = frames.snapshot(allVisible(page.visible), now.timeMs)
    if (noteSent(page, sendEnvelope(page, snapshot), now.slot)) beginAt(page, now)
    return
  }
  const { fromSeq, listFrom, detailFrom } = page
  const need: FrameNeed = { ...now, fromSeq, listFrom, detailFrom, withList }
  const built = frames.delta(page.visible, need)
  if (built === null) {
    reach(page, withList, now)
    if (now.slot - page.quotesSent < HEARTBEAT_SLOTS) return
    if (noteSent(page, sendEnvelope(page, frames.heartbeat(now.timeMs)), now.slot)) {
      page.quotesSent = now.slot
    }
    return
  }
  if (!noteSent(page, page.client.sendNow(built.bytes, built.envelope), now.slot)) return
  reach(page, withList, now)
  page.quotesSent = now.slot
}

/** Sends the statistics that have changed, or a heartbeat. Called once per second. */
export function flushStats(page: QuotePage, board: StatsBoard, now: Moment): void {
  const at = { timeMs: now.timeMs, seq: now.seq }
  const changed = board.changed(allVisible(page.visible), page.statsFrom, at)
  if (sendEnvelope(page, changed ?? board.heartbeat(at))) page.statsFrom = now.slot
}
