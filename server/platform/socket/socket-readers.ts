/**
 * Finds pages that do not read. Answers to pings prove nothing, for whoever knows the protocol can send them unasked,
 * and what a page leaves unread hides in the kernel's buffers while it is little. So each page is asked now and then to
 * echo random bytes (a ping of RFC 6455, section 5.5.2, which every WebSocket client answers by itself): they stand in
 * the line behind everything sent before, and only somebody who has read all of that can know them.
 */
import { randomBytes } from 'node:crypto'
import type { RawSocket } from '#server/platform/socket/socket-raw.ts'

export const PROBE_EVERY_MS = 5_000
/** Looks without an echo after which a page is cut: with the wait for the first, within 20 s. */
const LOOKS_MAX = 3
/** And at least so long by the machine's clock: a process that stood still has not listened either. */
const UNREAD_MAX_MS = 12_000
const PROBE_BYTES = 4

interface Probe {
  bytes: Buffer
  sentAt: number
  looks: number
}

export interface SocketReaders {
  /** Watches one page; `cut` is called when it has not read for too long. Returns what ends the watch. */
  watch(raw: RawSocket, cut: () => void): () => void
  /** To be called every `PROBE_EVERY_MS`. */
  look(): void
}

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
