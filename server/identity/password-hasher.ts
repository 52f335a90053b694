/** Password hashes: Argon2id in a bounded queue, and the same time spent when there is no such user. */
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { boundedQueue } from '#server/identity/bounded-queue.ts'

export interface PasswordHasher {
  hash(password: string): Promise<string>
  /** `stored` null (nobody, or nobody who can log in): takes as long, and is false. */
  verify(stored: string | null, password: string): Promise<boolean>
}

export interface HashCost {
  /** KiB. */
  memoryCost: number
  timeCost: number
}

/** OWASP's first choice for Argon2id: 19 MiB, two passes, one lane. */
const COST: HashCost = { memoryCost: 19_456, timeCost: 2 }
const AT_ONCE = Math.min(4, availableParallelism())
const WAITING = 64

export async function createPasswordHasher(cost: HashCost = COST): Promise<PasswordHasher> {
  const inTurn = boundedQueue(AT_ONCE, WAITING)
  const options = { ...cost, parallelism: 1 }
  const nobody = await hash('nobody has this password', options)
  return {
    hash: (password) => inTurn(() => hash(password, options)),
    verify: (stored, password) =>
      inTurn(async () => {
        const matches = await verify(stored ?? nobody, password)
        return matches && stored !== null
      }),
  }
}
