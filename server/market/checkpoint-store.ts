/** The SQL of the checkpoints: signed statements of all heads, inserted once and never changed. */
import { type Checkpoint, checkpoint } from '#contract/tick-log.ts'
import { readCheckpointText } from '#rules/checkpoint.ts'
import type { Queryable } from '#server/platform/db/database.ts'

interface Row {
  number: number
  time_ms: number
  heads: unknown
  previous: string
  text: string
  signature: string
  key_id: string
}
const COLUMNS = `c.number::float8 as number, time_ms::float8 as time_ms, heads, previous, text,
  signature, key_id`

const checkpointOf = (row: Row): Checkpoint =>
  checkpoint.parse({
    number: row.number,
    timeMs: row.time_ms,
    anchors: readCheckpointText(row.text)?.anchors ?? null,
    heads: row.heads,
    previous: row.previous,
    text: row.text,
    signature: row.signature,
    keyId: row.key_id,
  })

/** Reads checkpoints before a number, newest first. */
export async function readCheckpoints(
  db: Queryable,
  page: { before: number; limit: number },
): Promise<Checkpoint[]> {
  const rows = await db.query<Row>(
    `select ${COLUMNS} from checkpoints c where c.number < $1 order by c.number desc limit $2`,
    [page.before, page.limit],
  )
  return rows.map(checkpointOf)
}

/** Reads checkpoints from a moment on, oldest first. */
export async function readCheckpointsFrom(
  db: Queryable,
  page: { timeMs: number; limit: number },
): Promise<Checkpoint[]> {
  const rows = await db.query<Row>(
    `select ${COLUMNS} from checkpoints c where c.time_ms >= $1
      order by c.time_ms, c.number limit $2`,
    [page.timeMs, page.limit],
  )
  return rows.map(checkpointOf)
}

/** Inserts a checkpoint. */
export async function insertCheckpoint(db: Queryable<'market'>, row: Checkpoint): Promise<void> {
  const { number, timeMs, heads, previous, text, signature, keyId } = row
  const columns = { number, time_ms: timeMs, heads, previous, text, signature, key_id: keyId }
  await db.query('select append_checkpoint($1)', [JSON.stringify(columns)])
}

/** Reads the public keys that have signed checkpoints and receipts. */
export async function readKeys(db: Queryable): Promise<{ keyId: string; publicKey: string }[]> {
  const rows = await db.query<{ key_id: string; public_key: string }>(
    'select key_id, public_key from signing_keys order by since',
  )
  return rows.map((row) => ({ keyId: row.key_id, publicKey: row.public_key }))
}
