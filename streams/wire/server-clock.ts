/** The client's estimate of the market clock: an offset to monotonic time, from the fastest of five probes. */
import { SOCKET_EVENTS } from '#contract/socket-protocol.ts'
import { timeMs } from '#contract/scalars.ts'
import type { ClockQuality } from '#streams/types.ts'
import type { Link } from '#streams/wire/link.ts'
import type { Cancel, Timing } from '#streams/wire/timing.ts'

/** The estimated market clock. */
export interface ServerClock {
  /**
   * The server time in ms. Before the first probe it is derived from the newest frame, and before any frame it is 0.
   */
  now(): number
  /** Reports the server time of a frame, which is the best estimate until a probe is answered. */
  hint(serverMs: number): void
  /** Sends five probes now and again every minute, unless the link is down. */
  probe(): void
  /** Null until two probes of this connection were answered: a single one cannot be contradicted. */
  quality(): ClockQuality | null
  stop(): void
}

const PROBES = 5
const PROBE_GAP_MS = 200
const PROBE_AGAIN_MS = 60_000
/** Clocks are slewed and rounded to ms, so probes may disagree by this much. */
const AGREE_MS = 50

interface Probe {
  offset: number
  roundTrip: number
}

/** Creates the clock of one link. It is inactive until `probe` is called. */
export function createServerClock(link: Link, timing: Timing): ServerClock {
  let offset: number | null = null
  let round = 0
  /** The newest answers, and the one that set the clock. */
  let answers: Probe[] = []
  let used: Probe | null = null
  let cancelTimer: Cancel = () => undefined

  const probe = (): void => {
    if (!link.isUp()) return
    round += 1
    const current = round
    let best = Number.POSITIVE_INFINITY
    const one = (left: number): void => {
      const sentAt = timing.monotonicMs()
      link.request(SOCKET_EVENTS.clock, null, (reply) => {
        if (current !== round) return
        const server = timeMs.safeParse(reply)
        const roundTrip = timing.monotonicMs() - sentAt
        if (server.success) {
          const answer = { offset: server.data - (sentAt + roundTrip / 2), roundTrip }
          answers = [...answers, answer].slice(-PROBES)
          if (roundTrip < best) {
            best = roundTrip
            used = answer
            offset = answer.offset
          }
        }
        if (left > 1) timing.after(PROBE_GAP_MS, () => current === round && one(left - 1))
      })
    }
    one(PROBES)
    cancelTimer()
    cancelTimer = timing.after(PROBE_AGAIN_MS, probe)
  }
  return {
    now: () => (offset === null ? 0 : Math.floor(timing.monotonicMs() + offset)),
    hint: (serverMs) => {
      if (used === null) offset = Math.max(offset ?? -Infinity, serverMs - timing.monotonicMs())
    },
    probe,
    quality: () => {
      if (used === null || answers.length < 2) return null
      const { offset: own, roundTrip } = used
      const apart = Math.max(
        0,
        ...answers.map((each) => Math.abs(each.offset - own) - (each.roundTrip + roundTrip) / 2),
      )
      const trips = answers.map((each) => each.roundTrip).sort((a, b) => a - b)
      return {
        roundTripMs: Math.ceil(roundTrip),
        usualTripMs: Math.ceil(trips[trips.length >> 1] ?? roundTrip),
        uncertaintyMs: Math.ceil(roundTrip / 2 + apart),
        agrees: apart < AGREE_MS,
      }
    },
    stop: () => {
      answers = []
      round += 1
      cancelTimer()
    },
  }
}
