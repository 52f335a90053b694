/**
 * The public log of acceptances and refusals: at each checkpoint those since the one before become the leaves of a
 * Merkle tree, whose root the checkpoint signs. Whatever is stored waits for its tree from the same transaction on.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Inclusion } from '#contract/settlement-receipt.ts'
import type { Anchors } from '#rules/checkpoint.ts'
import {
  bytesOfHex,
  commitmentOf,
  growTree,
  pathOf,
  rootOf,
  treeOf as wholeTree,
} from '#rules/merkle-tree.ts'
import { sha256, sha256Bytes } from '#server/market/product-log.ts'
import type { Queryable } from '#server/platform/db/database.ts'

/** Leaves per checkpoint, which bounds the tree and its public list. What is left over is in the next one. */
const ORDERS_MAX = 15_000
const REFUSALS_MAX = 5_000
/** Trees in memory, each at most 1.3 MB. Most receipts are read soon after their purchase. */
const TREES_CACHED = 16
const HASH_BYTES = 32

/** The commitments of a tree in order, as one text of hex digits, which is read fastest. */
async function commitmentsOf(db: Queryable, checkpoint: number): Promise<string> {
  const [row] = await db.query<{ all: string }>(
    `select coalesce(string_agg(commitment, '' order by leaf), '') as all from order_leaves
      where checkpoint = $1`,
    [checkpoint],
  )
  return row?.all ?? ''
}

/** Computes the tree in short pieces between other work. */
async function treeOf(commitments: string): Promise<Uint8Array[]> {
  // The list itself, up to 1.3 MB, was read in this turn.
  await nextTurn()
  const bytes = Buffer.from(commitments, 'hex')
  const leaves = Array.from({ length: bytes.length / HASH_BYTES }, (_, at) =>
    bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  )
  const growing = growTree(leaves, sha256Bytes)
  for (;;) {
    const step = growing.next()
    if (step.done === true) return step.value
    await nextTurn()
  }
}

/** Stores the tree of a checkpoint. Returns how many leaves it has, its root, and whether some are acceptances. */
export async function sealOrders(
  tx: Queryable<'market'>,
  checkpoint: number,
): Promise<Anchors['orders'] & { holdsOrders: boolean }> {
  const [row] = await tx.query<{ commitments: string; holds_orders: boolean }>(
    'select seal_orders($1, $2, $3) as commitments, tree_holds_orders($1) as holds_orders',
    [checkpoint, ORDERS_MAX, REFUSALS_MAX],
  )
  const commitments = row?.commitments ?? ''
  const size = commitments.length / (2 * HASH_BYTES)
  const root = rootOf(await treeOf(commitments), sha256Bytes)
  return { size, root, holdsOrders: row?.holds_orders ?? false }
}

/** Reads the leaves of a checkpoint's tree in order; none for one of format 1. Null if there is no such checkpoint. */
export async function readOrderLeaves(db: Queryable, checkpoint: number): Promise<string[] | null> {
  const found = await db.query('select from checkpoints where number = $1', [checkpoint])
  if (found.length === 0) return null
  return (await commitmentsOf(db, checkpoint)).match(/.{64}/g) ?? []
}

interface LeafRow {
  number: number
  leaf: number
  salt: string
  text: string
  signature: string
  key_id: string
}

/** The proof that a record of the price log holds the acceptance of an order; null if none does. */
async function recordOf(db: Queryable, orderId: bigint): Promise<Inclusion | null> {
  const rows = await db.query<{
    seq: number
    leaf: number
    salt: string
    text: string
    own: boolean
  }>(
    `with held as (select * from order_records where order_id = $1 order by seq limit 1)
      select r.seq::float8 as seq, r.leaf, o.salt, o.receipt_text as text, o.id = $1 as own
      from held h join order_records r on r.product_id = h.product_id and r.seq = h.seq
        join orders o on o.id = r.order_id
      order by r.leaf`,
    [orderId],
  )
  const own = rows.find((row) => row.own)
  if (own === undefined) return null
  const leaves = rows.map(({ salt, text }) => bytesOfHex(commitmentOf(salt, text, sha256)))
  const { seq: record, leaf, salt } = own
  return { salt, record, ...pathOf(wholeTree(leaves, sha256Bytes), leaf) }
}

/** Proofs of inclusion, with the newest trees in memory. */
export class OrderTrees {
  readonly #db: Queryable
  readonly #trees = new Map<number, Promise<Uint8Array[]>>()

  constructor(db: Queryable) {
    this.#db = db
  }

  /** The proof that a record of the price log, or a tree, holds the acceptance of an order; null while none does. */
  async inclusionOf(orderId: bigint): Promise<Inclusion | null> {
    return (await recordOf(this.#db, orderId)) ?? this.#inTree(orderId)
  }

  async #inTree(orderId: bigint): Promise<Inclusion | null> {
    const [row] = await this.#db.query<LeafRow>(
      `select c.number::float8 as number, l.leaf, l.salt, c.text, c.signature, c.key_id
        from order_leaves l join checkpoints c on c.number = l.checkpoint where l.order_id = $1`,
      [orderId],
    )
    if (row === undefined) return null
    const { number, leaf, salt, text, signature, key_id: keyId } = row
    const proof = pathOf(await this.#tree(number), leaf)
    return { salt, ...proof, checkpoint: { text, signature, keyId } }
  }

  #tree(checkpoint: number): Promise<Uint8Array[]> {
    const known = this.#trees.get(checkpoint)
    if (known !== undefined) return known
    const tree = commitmentsOf(this.#db, checkpoint).then(treeOf)
    this.#trees.set(checkpoint, tree)
    tree.catch(() => this.#trees.delete(checkpoint))
    for (const oldest of this.#trees.keys()) {
      if (this.#trees.size > TREES_CACHED) this.#trees.delete(oldest)
    }
    return tree
  }
}
