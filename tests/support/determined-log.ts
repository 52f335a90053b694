/** The log that a simulated market has when no one interrupts it, worked out from its seeds and its first records. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TickRecord } from '#contract/tick-log.ts'
import { readSeedRecord, SEED_HOUR_MS, seedOfHour } from '#rules/seed-chain.ts'
import { simulatedSeries } from '#rules/simulation.ts'
import { SIMULATION_PARAMETERS } from '#rules/simulation-parameters.ts'
import { readSeedRules } from '#server/market/chain-store.ts'
import { HashChain, rootOf } from '#server/market/feeds/seeds.ts'
import { readEpoch } from '#server/market/seed-store.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { chained, sha256 } from '#support/chained.ts'
import { heartbeat, recordOf } from '#support/records.ts'

/** An hour with the seed that only its server knows before it is over. */
interface Hour {
  startsAt: number
  endsAt: number
  seed: string
}

/** The hours that contain a span of time. */
async function hoursOf(
  db: Queryable,
  dataFolder: string,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<Hour[]> {
  const master = readFileSync(join(dataFolder, 'master-seed'), 'utf8').trim()
  const [rule = ''] = await readSeedRules(db)
  const chain = readSeedRecord(rule)
  if (chain?.kind !== 'chain') throw new Error(`no chain of seeds: ${rule}`)
  const links = new HashChain(rootOf(master, chain), chain.hours)
  const hours: Hour[] = []
  for (let n = Math.floor(fromMs / SEED_HOUR_MS); n * SEED_HOUR_MS <= toMs; n++) {
    const epoch = await readEpoch(db, n)
    if (epoch === null) throw new Error(`hour ${n} was not promised`)
    const seed = seedOfHour(sha256, links.link(n - chain.first + 1), null)
    hours.push({ startsAt: epoch.startsAt, endsAt: epoch.endsAt, seed })
  }
  return hours
}

const BEAT_MS = 1_000

/** The log of an open product that begins with `known` records and runs on to a moment, with its heartbeats. */
function logOf(
  symbol: string,
  known: readonly TickRecord[],
  { hours, toMs }: { hours: readonly Hour[]; toMs: number },
): TickRecord[] {
  const parameters = SIMULATION_PARAMETERS.get(symbol)
  if (parameters === undefined) throw new Error(`${symbol} is not simulated`)
  const records = [...known]
  const lastPrice = (): number => {
    const tick = records.findLast((record) => record.kind === 'tick')
    if (tick?.kind !== 'tick') throw new Error(`${symbol} has no price`)
    return tick.price
  }
  const priceAt = (timeMs: number): number => {
    const tick = records.findLast((each) => each.kind === 'tick' && each.timeMs <= timeMs)
    return tick?.kind === 'tick' ? tick.price : lastPrice()
  }
  const beatUntil = (timeMs: number): void => {
    for (;;) {
      const at = (records.at(-1)?.timeMs ?? 0) + BEAT_MS
      if (at >= timeMs) return
      records.push(recordOf(heartbeat(at), records.length + 1))
    }
  }
  const after = known.at(-1)?.timeMs ?? 0
  for (const hour of hours) {
    const next = simulatedSeries({ ...hour, startPrice: priceAt(hour.startsAt), parameters })
    for (let tick = next(); tick !== null && tick.timeMs <= toMs; tick = next()) {
      if (tick.timeMs <= after) continue
      beatUntil(tick.timeMs)
      const { timeMs: at, price, size } = tick
      const made = recordOf({ kind: 'tick', at, price }, records.length + 1)
      records.push(made.kind === 'tick' ? { ...made, size } : made)
    }
  }
  beatUntil(toMs)
  return chained(symbol, records)
}

/** The logs of products that are open all the time, as an uninterrupted server would have written them. */
export async function determinedLogs(
  db: Queryable,
  dataFolder: string,
  { known, toMs }: { known: ReadonlyMap<number, readonly TickRecord[]>; toMs: number },
): Promise<Map<number, TickRecord[]>> {
  const products = await db.query<{ id: number; symbol: string }>('select id, symbol from products')
  const logs = new Map<number, TickRecord[]>()
  const froms = [...known.values()].map((records) => records.at(-1)?.timeMs ?? toMs)
  const hours = await hoursOf(db, dataFolder, { fromMs: Math.min(...froms), toMs })
  for (const [id, records] of known) {
    const symbol = products.find((product) => product.id === id)?.symbol ?? ''
    logs.set(id, logOf(symbol, records, { hours, toMs }))
  }
  return logs
}
