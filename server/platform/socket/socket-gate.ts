/** Limits new sockets: handshakes per address, and pages without a session. */
import { createRateBucket, type RateBucket } from '#server/platform/rate-bucket.ts'

/** Many users behind one address reconnect at once after a restart, so a burst is allowed, followed by a low rate. */
export const HANDSHAKE_BURST = 200
const HANDSHAKES_PER_SECOND = 5
/** Pages without a session, or whose session is not known yet. */
export const ANONYMOUS_PER_ADDRESS = 100
/** Maximum pages without a session, of all addresses. */
export const ANONYMOUS_MAX = 5_000
/** Maximum addresses whose handshakes are counted. Beyond it, the least recent ones are removed. */
const ADDRESSES_MAX = 20_000

export interface SocketGateOptions {
  /** Multiplies all limits per address. */
  rateFactor: number
  anonymousMax: number
}

/** The slot of one connection. Repeated calls of its functions have no effect. */
export interface GatePlace {
  /** The page has a session of a user or an operator, which has limits of its own. */
  known(): void
  leave(): void
}

/** The gate for new sockets. */
export interface SocketGate {
  /** Counts a handshake. False if there were too many from this address recently. */
  knock(address: string): boolean
  /** Whether another page without a session may connect. */
  hasRoom(address: string): boolean
  enter(address: string): GatePlace
}

export function createSocketGate({ rateFactor, anonymousMax }: SocketGateOptions): SocketGate {
  const perAddress = ANONYMOUS_PER_ADDRESS * rateFactor
  const buckets = new Map<string, RateBucket>()
  const anonymous = new Map<string, number>()
  let all = 0
  const bucketOf = (address: string): RateBucket => {
    const known =
      buckets.get(address) ??
      createRateBucket(
        () => performance.now(),
        HANDSHAKES_PER_SECOND * rateFactor,
        HANDSHAKE_BURST * rateFactor,
      )
    // The map keeps insertion order, so the most recent address must be last.
    buckets.delete(address)
    buckets.set(address, known)
    const [quietest] = buckets.keys()
    if (buckets.size > ADDRESSES_MAX && quietest !== undefined) buckets.delete(quietest)
    return known
  }
  const count = (address: string, by: 1 | -1): void => {
    all += by
    const own = (anonymous.get(address) ?? 0) + by
    if (own > 0) anonymous.set(address, own)
    else anonymous.delete(address)
  }
  return {
    knock: (address) => bucketOf(address).take(),
    hasRoom: (address) =>
      all < anonymousMax * rateFactor && (anonymous.get(address) ?? 0) < perAddress,
    enter: (address) => {
      count(address, 1)
      let counted = true
      const free = (): void => {
        if (counted) count(address, -1)
        counted = false
      }
      return { known: free, leave: free }
    },
  }
}
