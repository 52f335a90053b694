/** The SQL of the checkpoints: signed statements of all heads, inserted once and never changed. */
import type { SignedText } from '#contract/signed-text.ts'
import { type Checkpoint, checkpoint, type CheckpointProof } from '#contract/tick-log.ts'
import { readCheckpointText } from '#rules/checkpoint.ts'
import {
  consistencyRanges,
  inclusionRanges,
  type LeafRange,
  rootOfNodes,
  wholeNodes,
} from '#rules/growing-tree.ts'
import { sha256Bytes } from '#server/market/product-log.ts'
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

function checkpointOf(row: Row): Checkpoint {
  const { anchors = null, products } = readCheckpointText(row.text) ?? {}
  return checkpoint.parse({
    number: row.number,
    timeMs: row.time_ms,
    anchors,
    heads: row.heads,
    ...(products !== undefined && { products }),
    previous: row.previous,
    text: row.text,
    signature: row.signature,
    keyId: row.key_id,
  })
}

/** Reads checkpoints before a number, newest first: those whose number is a multiple of `step`. */
export async function readCheckpoints(
  db: Queryable,
  { before, limit, step = 1 }: { before: number; limit: number; step?: number | undefined },
): Promise<Checkpoint[]> {
  // Numbers have no gaps.
  const rows = await db.query<Row>(
    `select ${COLUMNS} from checkpoints c where c.number in (
        select (least($1::bigint - 1, (select max(number) from checkpoints)) / $3::bigint - n) * $3
        from generate_series(0, $2::bigint - 1) n)
      order by c.number desc`,
    [before, limit, step],
  )
  return rows.map(checkpointOf)
}

/** Reads the newest checkpoint. Undefined before the first one. */
export const readNewest = async (db: Queryable): Promise<Checkpoint | undefined> =>
  (await readCheckpoints(db, { before: Number.MAX_SAFE_INTEGER, limit: 1 }))[0]

/** Reads checkpoints from a moment on, oldest first, without the first `skip` ones. */
export async function readCheckpointsFrom(
  db: Queryable,
  { timeMs, skip = 0, limit }: { timeMs: number; skip?: number; limit: number },
): Promise<Checkpoint[]> {
  const rows = await db.query<Row>(
    `select ${COLUMNS} from checkpoints c where c.time_ms >= $1
      order by c.time_ms, c.number offset $2 limit $3`,
    [timeMs, skip, limit],
  )
  return rows.map(checkpointOf)
}

export async function insertCheckpoint(db: Queryable<'market'>, row: Checkpoint): Promise<void> {
  const { number, timeMs, heads, previous, text, signature, keyId } = row
  const columns = { number, time_ms: timeMs, heads, previous, text, signature, key_id: keyId }
  await db.query('select append_checkpoint($1)', [JSON.stringify(columns)])
}

/** Reads the root of the tree of the first checkpoints, in hex. */
export async function readRoot(db: Queryable<'market'>, size: number): Promise<string> {
  const [row] = await db.query<{ root: string }>('select checkpoint_root($1) as root', [size])
  if (row === undefined) throw new Error('no root')
  return row.root
}

/** Reads the roots of subtrees of the tree of checkpoints, in hex. Undefined if there is no such part of it. */
async function readSubtrees(
  db: Queryable,
  ranges: readonly LeafRange[],
): Promise<string[] | undefined> {
  const wanted = ranges.map(wholeNodes)
  const nodes = wanted.flat()
  const rows = await db.query<{ hash: string | null }>(
    `select encode(n.hash, 'hex') as hash
      from unnest($1::int[], $2::bigint[]) with ordinality w (level, at, nth)
      left join checkpoint_nodes n on n.level = w.level and n.at = w.at order by w.nth`,
    [nodes.map(({ level }) => level), nodes.map(({ at }) => at)],
  )
  const hashes = rows.flatMap(({ hash }) => hash ?? [])
  if (hashes.length < nodes.length) return undefined
  return wanted.map((each) => rootOfNodes(hashes.splice(0, each.length), sha256Bytes))
}

/** Reads the root of the tree of so many checkpoints, in hex. Undefined if there are fewer. */
export const readTree = async (db: Queryable, size: number): Promise<string | undefined> =>
  (await readSubtrees(db, [{ from: 0, to: size }]))?.[0]

/**
 * Reads the proof that a checkpoint's tree has an earlier one, and all that its tree has. Undefined if there are no two
 * such checkpoints.
 */
export async function readProof(
  db: Queryable,
  { number, of }: { number: number; of: number },
): Promise<CheckpointProof | undefined> {
  if (of >= number) return undefined
  const inclusion = await readSubtrees(db, inclusionRanges(of - 1, number - 1))
  const consistency = await readSubtrees(db, consistencyRanges(of - 1, number - 1))
  const [last] = await readCheckpoints(db, { before: number + 1, limit: 1 })
  const isThere = last?.number === number && inclusion !== undefined && consistency !== undefined
  return isThere ? { inclusion, consistency } : undefined
}

/** Stores a checkpoint that a device has and the log lacks, and stops all money writes. False if nothing is lost. */
export async function presentCheckpoint(
  db: Queryable<'auditor'>,
  signed: SignedText,
): Promise<boolean> {
  const { text, signature, keyId } = signed
  const [row] = await db.query<{ lost: boolean }>('select present_checkpoint($1, $2, $3) as lost', [
    text,
    signature,
    keyId,
  ])
  return row?.lost === true
}

/** Reads the public keys that have signed checkpoints and receipts. */
export async function readKeys(db: Queryable): Promise<{ keyId: string; publicKey: string }[]> {
  const rows = await db.query<{ key_id: string; public_key: string }>(
    'select key_id, public_key from signing_keys order by since',
  )
  return rows.map((row) => ({ keyId: row.key_id, publicKey: row.public_key }))
}
