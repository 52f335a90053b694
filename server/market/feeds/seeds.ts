/** The simulated feed's seeds: one an hour from a master that stays here, promised ahead and shown afterwards. */
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

export const EPOCH_MS = 3_600_000
/** Commitments stand this many epochs ahead: after a shorter absence nothing new need be promised. */
const EPOCHS_AHEAD = 24
/** A promise made inside its epoch counts from a little after it was written. */
const LATE_START_MS = 500

/** 32 bytes as lower hex, made at the first start; `fixed` (tests) is used as it is and not stored. */
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

/** HMAC-SHA256 of a label (an epoch's number in decimal) under the master seed, lower hex. */
export const seedOf = (master: string, label: string): string =>
  createHmac('sha256', Buffer.from(master, 'hex')).update(label).digest('hex')

/** SHA-256 over the seed's 32 bytes. */
export const commitmentOf = (seed: string): string =>
  createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex')

export interface SeededEpoch {
  startsAt: number
  endsAt: number
  seed: string
}

export interface Seeds {
  /** The epoch that `timeMs` lies in, promised now if it never was. */
  epochAt(timeMs: number): Promise<SeededEpoch>
  /** Promises what is ahead and shows what is over. */
  tend(): Promise<void>
}

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
        // Its last half second: the next epoch begins in a moment.
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
