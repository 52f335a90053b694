/** Who may open a socket at all: so many handshakes an address, and so many pages that nobody has logged in to. */
import { createRateBucket, type RateBucket } from '#server/platform/rate-bucket.ts'

/** An office or a mobile network behind one address reconnects at once after a restart: a burst, then a trickle. */
export const HANDSHAKE_BURST = 200
const HANDSHAKES_PER_SECOND = 5
/** Pages without a session, or that have not said yet who they are. */
export const ANONYMOUS_PER_ADDRESS = 100
export const ANONYMOUS_MAX = 5_000
/** Addresses whose handshakes are remembered; beyond, those that have been quiet longest are forgotten. */
const ADDRESSES_MAX = 20_000

export interface SocketGateOptions {
  /** Multiplies all limits of an address. */
  rateFactor: number
  anonymousMax: number
}

/** The place of one connection; each may be called once however often. */
export interface GatePlace {
  /** It turned out to be a user's or an operator's, whose sessions have limits of their own. */
  known(): void
  leave(): void
}

export interface SocketGate {
  /** Counts a handshake; false: too many from this address lately. */
  knock(address: string): boolean
  /** Whether a page without a session may come. */
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
    // The map keeps the order of insertion: whoever knocked last stands last.
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
