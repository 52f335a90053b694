/**
 * The SQL of the public chains: records are appended one by one and never changed. Those of the chain `operators` are
 * the lines of the operator log, which only `log_act` appends.
 */
import { type ChainName, type ChainRecord, chainHead, chainRecord } from '#contract/record-chain.ts'
import type { Queryable } from '#server/platform/db/database.ts'

interface Row {
  seq: number
  time_ms: number
  text: string
  hash: string
}

const RECORDS: Readonly<Record<ChainName, string>> = {
  devices: "chain_records line where chain = 'devices'",
  seeds: "chain_records line where chain = 'seeds'",
  starts: "chain_records line where chain = 'starts'",
  operators: `(select seq, minute as time_ms, encode(hash, 'hex') as text, encode(link, 'hex') as hash
    from operator_log) line where true`,
}
const HEADS: Readonly<Record<ChainName, string>> = {
  devices: "select seq::float8 as seq, hash from chain_heads where chain = 'devices'",
  seeds: "select seq::float8 as seq, hash from chain_heads where chain = 'seeds'",
  starts: "select seq::float8 as seq, hash from chain_heads where chain = 'starts'",
  operators: "select seq::float8 as seq, encode(hash, 'hex') as hash from operator_log_head",
}

const recordOf = (row: Row | undefined): ChainRecord =>
  chainRecord.parse({ seq: row?.seq, timeMs: row?.time_ms, text: row?.text, hash: row?.hash })

/** The role that may append to each chain. */
interface Writers {
  seeds: 'market'
  devices: 'app'
}

const APPEND: Readonly<Record<keyof Writers, string>> = {
  seeds: `select seq::float8 as seq, time_ms::float8 as time_ms, text, hash
    from append_seeds_record($1, $2)`,
  devices: `select seq::float8 as seq, time_ms::float8 as time_ms, text, hash
    from append_devices_record($1, $2)`,
}

/** Appends a record. The chain stays locked until the transaction ends. Times never decrease within a chain. */
export async function appendRecord<Chain extends keyof Writers>(
  tx: Queryable<Writers[Chain]>,
  chain: Chain,
  { timeMs, text }: { timeMs: number; text: string },
): Promise<ChainRecord> {
  const [row] = await tx.query<Row>(APPEND[chain], [timeMs, text])
  return recordOf(row)
}

/** Reads the newest record's number and hash; 0 and 64 zeros for an empty chain. */
export async function readChainHead(db: Queryable, chain: ChainName) {
  const [head] = await db.query<Row>(HEADS[chain])
  return chainHead.parse(head)
}

/** Reads up to `limit` records after a number, oldest first. */
export async function readChain(
  db: Queryable,
  chain: ChainName,
  { afterSeq, limit }: { afterSeq: number; limit: number },
): Promise<ChainRecord[]> {
  const rows = await db.query<Row>(
    `select seq::float8 as seq, time_ms::float8 as time_ms, text, hash from ${RECORDS[chain]}
      and line.seq > $1 order by line.seq limit $2`,
    [afterSeq, limit],
  )
  return rows.map(recordOf)
}

/** Reads the texts of the chain `seeds` that do not promise an hour, oldest first. */
export async function readSeedRules(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ text: string }>(
    `select text from chain_records where chain = 'seeds' and text not like 'hour %' order by seq`,
  )
  return rows.map(({ text }) => text)
}

/** Finds the number of the record that opens a hash chain of seeds. Null if there is none. */
export async function readHashChainSeq(db: Queryable, number: number): Promise<number | null> {
  const [row] = await db.query<{ seq: number }>(
    `select seq::float8 as seq from chain_records
      where chain = 'seeds' and text like $1 order by seq limit 1`,
    [`chain ${number} first %`],
  )
  return row?.seq ?? null
}
