/**
 * The SQL of the seeds: hours are promised before they start, and what is not known then is written once: the round of
 * the beacon, the link and the seed after the hour.
 */
import type { BeaconRound } from '#contract/beacon.ts'
import { type SeedEpoch, seedEpoch } from '#contract/tick-log.ts'
import { BOUND_LEAD_MS } from '#rules/seed-chain.ts'
import type { Queryable } from '#server/platform/db/database.ts'

interface Row {
  epoch: number
  starts_at: number
  ends_at: number
  commitment: string | null
  chain: number | null
  promise_seq: number | null
  round: number | null
  beacon: string | null
  signature: string | null
  randomness: string | null
  link: string | null
  seed: string | null
  closed: string | null
  bound: boolean
}
/** The line of a checkpoint that names the chain `seeds`, from format 2 on. */
const SEEDS_LINE = 7
/** Whether the first checkpoint that names the promise was signed long enough before the hour. */
const IS_BOUND = `coalesce((
    select c.time_ms <= s.starts_at - ${BOUND_LEAD_MS}
      from chain_records r join checkpoints c on c.time_ms >= r.time_ms
     where r.chain = 'seeds' and r.seq = s.promise_seq
       and case when c.text not like 'fairtick-checkpoint-1%' then
         split_part(split_part(c.text, e'\\n', ${SEEDS_LINE}), ' ', 2)::bigint >= s.promise_seq end
     order by c.time_ms, c.number limit 1), false)`
const COLUMNS = `s.epoch::float8 as epoch, s.starts_at::float8 as starts_at,
  s.ends_at::float8 as ends_at, s.commitment, s.chain, s.promise_seq::float8 as promise_seq,
  s.round::float8 as round, s.beacon, s.signature, s.randomness, s.link, s.seed, s.closed,
  ${IS_BOUND} as bound`

/** Whether an hour was ever promised. */
export async function hasPromises(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ known: boolean }>(
    "select exists (select from seed_epochs) or exists (select from chain_records where chain = 'seeds') as known",
  )
  return row?.known === true
}

const epochOf = (row: Row): SeedEpoch =>
  seedEpoch.parse({
    epoch: row.epoch,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    commitment: row.commitment,
    chain: row.chain,
    promise: row.promise_seq,
    bound: row.bound ? 'bound' : 'unbound',
    link: row.link,
    drand:
      row.round === null
        ? null
        : {
            chainHash: row.beacon,
            round: row.round,
            signature: row.signature,
            randomness: row.randomness,
          },
    seed: row.seed,
    closed: row.closed,
  })

/** What is stored of a promise. Times are in ms. */
export interface PromisedHour {
  epoch: number
  startsAt: number
  endsAt: number
  chain: number
  promise: number
  round: number | null
  beacon: string | null
}

/** Inserts a promised hour. Fails if the hour is promised already. */
export async function insertHour(tx: Queryable<'market'>, hour: PromisedHour): Promise<void> {
  const { epoch, startsAt, endsAt, chain, promise, round, beacon } = hour
  await tx.query(
    `insert into seed_epochs (epoch, starts_at, ends_at, chain, promise_seq, round, beacon)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [epoch, startsAt, endsAt, chain, promise, round, round === null ? null : beacon],
  )
}

/** Reads an epoch. Null if it is not promised. */
export async function readEpoch(db: Queryable, epoch: number): Promise<SeedEpoch | null> {
  const [row] = await db.query<Row>(`select ${COLUMNS} from seed_epochs s where s.epoch = $1`, [
    epoch,
  ])
  return row === undefined ? null : epochOf(row)
}

/** Reads epochs before an epoch number, newest first. */
export async function readEpochs(
  db: Queryable,
  page: { before: number; limit: number },
): Promise<SeedEpoch[]> {
  const rows = await db.query<Row>(
    `select ${COLUMNS} from seed_epochs s where s.epoch < $1 order by s.epoch desc limit $2`,
    [page.before, page.limit],
  )
  return rows.map(epochOf)
}

/** The number of the last promised epoch; null if there is none. */
export async function readLastEpoch(db: Queryable): Promise<number | null> {
  const [row] = await db.query<{ epoch: number | null }>(
    'select max(epoch)::float8 as epoch from seed_epochs',
  )
  return row?.epoch ?? null
}

/** Reads the epochs from a moment on that stay closed. */
export async function readClosedFrom(db: Queryable, timeMs: number): Promise<number[]> {
  const rows = await db.query<{ epoch: number }>(
    `select epoch::float8 as epoch from seed_epochs
      where ends_at > $1 and closed is not null order by epoch`,
    [timeMs],
  )
  return rows.map(({ epoch }) => epoch)
}

/** Reads epochs whose link or seed is not published yet and can be, up to those that ended by a moment. */
export async function readUnrevealed(db: Queryable, endedBy: number): Promise<SeedEpoch[]> {
  const rows = await db.query<Row>(
    `select ${COLUMNS} from seed_epochs s
      where s.ends_at <= $1 and s.seed is null and s.link is null
        and coalesce(s.closed, '') <> 'lost'
      order by s.epoch`,
    [endedBy],
  )
  return rows.map(epochOf)
}

/** Publishes the link and the seed of an ended epoch. The link is null for hours from before the chain. */
export async function revealSeed(
  db: Queryable,
  epoch: number,
  { link, seed }: { link: string | null; seed: string | null },
): Promise<void> {
  await db.query(
    `update seed_epochs set link = $2, seed = $3
      where epoch = $1 and seed is null and link is null`,
    [epoch, link, seed],
  )
}

/** Stores the round of an hour that has not been closed. Returns whether it was stored. */
export async function storeRound(
  db: Queryable,
  epoch: number,
  { signature, randomness }: BeaconRound,
): Promise<boolean> {
  const rows = await db.query(
    `update seed_epochs set signature = $2, randomness = $3
      where epoch = $1 and randomness is null and closed is null returning epoch`,
    [epoch, signature, randomness],
  )
  return rows.length > 0
}

/** Closes an hour whose round was not stored. */
export async function closeForRound(db: Queryable, epoch: number): Promise<void> {
  await db.query(
    `update seed_epochs set closed = 'round'
      where epoch = $1 and randomness is null and closed is null`,
    [epoch],
  )
}

/** Closes all hours that are not revealed, because their seeds are lost. */
export async function closeLost(tx: Queryable<'market'>): Promise<void> {
  await tx.query(
    `update seed_epochs set closed = 'lost' where seed is null and link is null and closed is null`,
  )
}
