/**
 * Detects pages that do not read. Answers to engine.io's pings are no proof, because a client can send them unasked,
 * and small amounts of unread data are hidden in the kernel's buffers. So each page is asked regularly to echo random
 * bytes (a ping of RFC 6455, section 5.5.2, which every WebSocket client answers automatically). They are queued behind
 * everything sent before, so only a client that has read all of that can know them.
 */
import { randomBytes } from 'node:crypto'
import type { RawSocket } from '#server/platform/socket/socket-raw.ts'

/** How often pages are probed, in ms. */
export const PROBE_EVERY_MS = 5_000
/** A page is cut after this many checks without an echo. With the wait for the first one, that is within 20 s. */
const LOOKS_MAX = 3
/**
 * A page must also be silent for this long by the machine's clock, because a process that was suspended could not
 * receive echoes.
 */
const UNREAD_MAX_MS = 12_000
const PROBE_BYTES = 4

interface Probe {
  bytes: Buffer
  sentAt: number
  looks: number
}

/** Detects pages that do not read. */
export interface SocketReaders {
  /** Watches a page. `cut` is called if it has not read for too long. Returns a function that ends the watch. */
  watch(raw: RawSocket, cut: () => void): () => void
  /** Checks all pages. Call this every `PROBE_EVERY_MS`. */
  look(): void
}

/** Creates the detector. `now` is a monotonic clock in ms. */
export function createSocketReaders(now: () => number = () => performance.now()): SocketReaders {
  const looks = new Set<() => void>()
  return {
    look: () => {
      for (const look of looks) look()
    },
    watch: (raw, cut) => {
      let probe: Probe | null = null
      raw.on('pong', (echo) => {
        if (probe?.bytes.equals(echo) === true) probe = null
      })
      const look = (): void => {
        if (probe === null) {
          probe = { bytes: randomBytes(PROBE_BYTES), sentAt: now(), looks: 0 }
          raw.ping(probe.bytes)
          return
        }
        probe.looks += 1
        if (probe.looks >= LOOKS_MAX && now() - probe.sentAt >= UNREAD_MAX_MS) cut()
      }
      looks.add(look)
      return () => looks.delete(look)
    },
  }
}
