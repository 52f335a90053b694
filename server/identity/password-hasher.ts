/** Password hashes: Argon2id in a short queue, and the same time spent when there is no such user. */
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { boundedQueue, type Lane, type Run } from '#server/platform/bounded-queue.ts'

export interface PasswordHasher {
  /** `lane`: default `known`. Throws `unavailable` when too many wait. */
  hash(password: string, lane?: Lane): Promise<string>
  /** `stored` null (no such user, or one who cannot log in): takes as long, and is false. */
  verify(stored: string | null, password: string, lane?: Lane): Promise<boolean>
  /**
   * For work that ends in a hash and that anyone may ask for: few run at once, so that a flood takes neither the
   * processor nor the connections to the database from everybody else. Throws `unavailable` when too many wait.
   */
  admit: Run
}

export interface HashCost {
  /** KiB. */
  memoryCost: number
  timeCost: number
}

/** OWASP's first choice for Argon2id: 19 MiB, two passes, one lane. */
const COST: HashCost = { memoryCost: 19_456, timeCost: 2 }
const MAX_AT_ONCE = 4
/** About a third of a second of hashing on one core. */
const WAITING_MAX = 12
const WAIT_MS = 2_000
/** One is being hashed while the next ones are looked up. */
const ADMITTED = { atOnce: 3, waitingMax: 32, waitMs: WAIT_MS }

/** Always leaves one core to everything else: hashes fill whatever they are given. */
export const hashesAtOnce = (cores: number): number => Math.max(1, Math.min(MAX_AT_ONCE, cores - 1))

export async function createPasswordHasher(cost: HashCost = COST): Promise<PasswordHasher> {
  const atOnce = hashesAtOnce(availableParallelism())
  const inTurn = boundedQueue({ atOnce, waitingMax: WAITING_MAX, waitMs: WAIT_MS })
  const options = { ...cost, parallelism: 1 }
  const noUser = await hash('no user has this password', options)
  return {
    hash: (password, lane) => inTurn(() => hash(password, options), lane),
    verify: (stored, password, lane) =>
      inTurn(async () => {
        const matches = await verify(stored ?? noUser, password)
        return matches && stored !== null
      }, lane),
    admit: boundedQueue(ADMITTED),
  }
}
