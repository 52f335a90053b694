/**
 * The simulated feed's seeds: one per hour, derived from a secret master seed. A commitment is published before each
 * hour and the seed after it.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SeedEpoch } from '#contract/tick-log.ts'
import {
  publishCommitments,
  readEpoch,
  readUnrevealed,
  revealSeed,
} from '#server/market/seed-store.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

/** The length of an epoch: one hour. */
export const EPOCH_MS = 3_600_000
/** Commitments are published this many epochs ahead, so that a shorter downtime needs no late commitment. */
const EPOCHS_AHEAD = 24
/** A commitment made inside its epoch takes effect a little after it was written. */
const LATE_START_MS = 500

/**
 * Reads the master seed, 32 bytes as lower-case hex. It is created at the first start. `fixed` (tests) replaces it and
 * is not stored.
 */
export function masterSeed(folder: string, fixed: string | null): string {
  if (fixed !== null) return fixed
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'master-seed')
  if (!existsSync(file)) {
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  }
  const seed = readFileSync(file, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/.test(seed)) throw new StartRefused(`${file} does not hold a seed`)
  return seed
}

/** HMAC-SHA256 of a label (an epoch's number in decimal) under the master seed, as lower-case hex. */
export const seedOf = (master: string, label: string): string =>
  createHmac('sha256', Buffer.from(master, 'hex')).update(label).digest('hex')

/** SHA-256 over the seed's 32 bytes. */
export const commitmentOf = (seed: string): string =>
  createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex')

/** An epoch with its seed. */
export interface SeededEpoch {
  startsAt: number
  endsAt: number
  seed: string
}

/** The seeds of the simulated feed. */
export interface Seeds {
  /** The epoch that contains `timeMs`. Publishes its commitment now if there was none. */
  epochAt(timeMs: number): Promise<SeededEpoch>
  /** Publishes commitments of coming epochs and seeds of ended ones. */
  tend(): Promise<void>
}

/** Creates the seeds of a master seed. */
export function createSeeds(db: Database, clock: MarketClock, master: string): Seeds {
  const epochSeed = (epoch: number): string => seedOf(master, String(epoch))

  const promiseFrom = async (first: number): Promise<void> => {
    const now = clock.now()
    const rows = Array.from({ length: EPOCHS_AHEAD + 1 }, (_, i) => {
      const epoch = first + i
      const startsAt = Math.max(epoch * EPOCH_MS, i === 0 ? now + LATE_START_MS : 0)
      const commitment = commitmentOf(epochSeed(epoch))
      return { epoch, startsAt, endsAt: (epoch + 1) * EPOCH_MS, commitment }
    }).filter(({ startsAt, endsAt }) => startsAt < endsAt)
    await publishCommitments(db, rows)
  }
  const check = ({ epoch, commitment }: SeedEpoch): string => {
    const seed = epochSeed(epoch)
    if (commitmentOf(seed) === commitment) return seed
    throw new StartRefused(
      'The master seed in the data folder is not the one whose commitments this database published.',
    )
  }
  return {
    epochAt: async (timeMs) => {
      const number = Math.floor(timeMs / EPOCH_MS)
      await promiseFrom(number)
      const epoch = await readEpoch(db, number)
      if (epoch === null) {
        // Within the last half second of an epoch, the next epoch starts instead.
        const startsAt = (number + 1) * EPOCH_MS
        return { startsAt, endsAt: startsAt + EPOCH_MS, seed: epochSeed(number + 1) }
      }
      return { startsAt: epoch.startsAt, endsAt: epoch.endsAt, seed: check(epoch) }
    },
    tend: async () => {
      const now = clock.now()
      await promiseFrom(Math.floor(now / EPOCH_MS))
      for (const ended of await readUnrevealed(db, now)) {
        await revealSeed(db, ended.epoch, check(ended))
      }
    },
  }
}
