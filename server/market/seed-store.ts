/**
 * The SQL of the seeds: commitments are inserted before their epochs, and each seed is written once, after its epoch.
 */
import { type SeedEpoch, seedEpoch } from '#contract/tick-log.ts'
import type { Queryable } from '#server/platform/db/database.ts'

interface Row {
  epoch: number
  starts_at: number
  ends_at: number
  commitment: string
  seed: string | null
}
const COLUMNS = `epoch::float8 as epoch, starts_at::float8 as starts_at,
  ends_at::float8 as ends_at, commitment, seed`

const epochOf = (row: Row): SeedEpoch =>
  seedEpoch.parse({
    epoch: row.epoch,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    commitment: row.commitment,
    seed: row.seed,
  })

/** The commitment of an epoch. */
export interface Commitment {
  epoch: number
  startsAt: number
  endsAt: number
  commitment: string
}

/** Inserts commitments. Those that are already published stay unchanged. */
export async function publishCommitments(
  db: Queryable,
  rows: readonly Commitment[],
): Promise<void> {
  await db.query(
    `insert into seed_epochs (epoch, starts_at, ends_at, commitment)
     select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[])
     on conflict do nothing`,
    [
      rows.map(({ epoch }) => epoch),
      rows.map(({ startsAt }) => startsAt),
      rows.map(({ endsAt }) => endsAt),
      rows.map(({ commitment }) => commitment),
    ],
  )
}

/** Reads an epoch. Null if it has no commitment. */
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

/** Reads ended epochs whose seed is not published yet. */
export async function readUnrevealed(db: Queryable, endedBy: number): Promise<SeedEpoch[]> {
  const rows = await db.query<Row>(
    `select ${COLUMNS} from seed_epochs s where s.ends_at <= $1 and s.seed is null`,
    [endedBy],
  )
  return rows.map(epochOf)
}

/** Publishes the seed of an ended epoch. */
export async function revealSeed(db: Queryable, epoch: number, seed: string): Promise<void> {
  await db.query('update seed_epochs set seed = $2 where epoch = $1 and seed is null', [
    epoch,
    seed,
  ])
}
