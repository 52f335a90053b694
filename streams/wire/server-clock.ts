/** The market clock as this client knows it: an offset to monotonic time, from the quickest of five probes. */
import { SOCKET_EVENTS } from '#contract/socket-words.ts'
import { timeMs } from '#contract/scalars.ts'
import type { Link } from '#streams/wire/link.ts'
import type { Cancel, Timing } from '#streams/wire/timing.ts'

export interface ServerClock {
  /** Server ms; before the first probe, from the newest frame; before that, 0. */
  now(): number
  /** A frame's server time: until a probe has answered, the best there is. */
  hint(serverMs: number): void
  /** Five probes now, and again each minute. */
  probe(): void
  stop(): void
}

const PROBES = 5
const PROBE_GAP_MS = 200
const PROBE_AGAIN_MS = 60_000

export function createServerClock(link: Link, timing: Timing): ServerClock {
  let offset: number | null = null
  let probed = false
  let round = 0
  let cancelTimer: Cancel = () => undefined

  const probe = (): void => {
    round += 1
    const current = round
    let best = Number.POSITIVE_INFINITY
    const one = (left: number): void => {
      const sentAt = timing.monotonicMs()
      link.request(SOCKET_EVENTS.clock, null, (reply) => {
        if (current !== round) return
        const server = timeMs.safeParse(reply)
        const roundTrip = timing.monotonicMs() - sentAt
        if (server.success && roundTrip < best) {
          best = roundTrip
          probed = true
          offset = server.data - (sentAt + roundTrip / 2)
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
      if (!probed) offset = Math.max(offset ?? -Infinity, serverMs - timing.monotonicMs())
    },
    probe,
    stop: () => {
      round += 1
      cancelTimer()
    },
  }
}
