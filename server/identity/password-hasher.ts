/** Hashes passwords with Argon2id in a short queue. Unknown users take the same time. */
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { boundedQueue, type QueuePriority, type Run } from '#server/platform/bounded-queue.ts'
import { lowerWorkers } from '#server/platform/worker-priority.ts'

/** Hashes and verifies passwords. */
export interface PasswordHasher {
  /** `priority` defaults to `known`. Throws `unavailable` when the queue is full. */
  hash(password: string, priority?: QueuePriority): Promise<string>
  /** `stored` null (unknown user, or one who cannot log in) takes as long and returns false. */
  verify(stored: string | null, password: string, priority?: QueuePriority): Promise<boolean>
  /**
   * For work that ends in a hash and that anyone may request. Few run at once, so that a flood cannot occupy the
   * processor or the database connections. Throws `unavailable` when the queue is full.
   */
  admit: Run
}

export interface HashCost {
  /** KiB. */
  memoryCost: number
  timeCost: number
}

/** OWASP's first recommendation for Argon2id: 19 MiB, two passes, one lane. */
const COST: HashCost = { memoryCost: 19_456, timeCost: 2 }
const MAX_AT_ONCE = 4
/** About a third of a second of hashing on one core. */
const WAITING_MAX = 12
const WAIT_MS = 2_000
/** One password is hashed while the next ones are looked up. */
const ADMITTED = { atOnce: 3, waitingMax: 32, waitMs: WAIT_MS }

/** Always leaves one core to other work, because hashes use all cores that they get. */
export const hashesAtOnce = (cores: number): number => Math.max(1, Math.min(MAX_AT_ONCE, cores - 1))

export async function createPasswordHasher(cost: HashCost = COST): Promise<PasswordHasher> {
  const atOnce = hashesAtOnce(availableParallelism())
  const inTurn = boundedQueue({ atOnce, waitingMax: WAITING_MAX, waitMs: WAIT_MS })
  const options = { ...cost, parallelism: 1 }
  const noUser = await hash('no user has this password', options)
  lowerWorkers()
  return {
    hash: (password, priority) => inTurn(() => hash(password, options), priority),
    verify: (stored, password, priority) =>
      inTurn(async () => {
        const matches = await verify(stored ?? noUser, password)
        return matches && stored !== null
      }, priority),
    admit: boundedQueue(ADMITTED),
  }
}
