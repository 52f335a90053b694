/** How the checks of the ledger grow with the history: at a start, each minute, and the full view beside them. */
import { readFileSync } from 'node:fs'
import { checkLedger, selectEnds } from '#server/ledger/ledger-store.ts'
import { createLedgerRotation, type LedgerSlice } from '#server/ledger/rotation.ts'
import { type BenchDatabase, benchDatabase } from './support/database.ts'
import { measureReads, type ReadTimes } from './support/growth-reads.ts'
import { figure, goal, machine } from './support/figures.ts'
import { addHistory } from '#support/made-history.ts'
import { benchOptions } from './support/options.ts'

const { smoke, full } = benchOptions()
const SIZES = smoke ? [500, 1_000] : full ? [10_000, 100_000, 1_000_000] : [10_000, 100_000]
/** Orders that are new at a minute's check, and at a start. */
const NEW = smoke ? 20 : 100
const START_CPU_MS = 10_000
const MINUTE_CPU_MS = 2_000
const READ_MS = 100
const STATISTICS_MS = 300
/** A check at the largest size takes at most so many times as long as at the smallest. */
const FLAT = 2

const TICK_MS = 10
/** CPU time of the auditor's one connection so far, which the kernel counts in hundredths of a second. */
async function cpuOf({ pools }: BenchDatabase): Promise<number> {
  const [row] = await pools.auditor.query<{ pid: number }>('select pg_backend_pid() as pid')
  const fields = readFileSync(`/proc/${row?.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** Checks, and returns the CPU time of it in ms. */
async function check(bench: BenchDatabase, slice: LedgerSlice | null): Promise<number> {
  const before = await cpuOf(bench)
  const { first, count } = await checkLedger(bench.pools.auditor, { slice, limit: 5 })
  if (count > 0) throw new Error(`${count} faults: ${JSON.stringify(first.map((f) => f.detail))}`)
  return (await cpuOf(bench)) - before
}

async function viewed({ owner }: BenchDatabase): Promise<number> {
  const started = performance.now()
  await owner.snapshot(async (tx) => {
    await tx.query(`set local statement_timeout = 0; set local work_mem = '64MB';
      set local enable_sort = off; set local enable_bitmapscan = off`)
    const faults = await tx.query<{ detail: string }>('select * from ledger_faults')
    if (faults.length > 0) throw new Error(`${faults.length} faults: ${faults[0]?.detail}`)
  })
  return performance.now() - started
}

interface Times {
  start: number
  minute: number
  reads: ReadTimes
}
async function measure(bench: BenchDatabase, orders: number): Promise<Times> {
  figure(`view-${orders}`, await viewed(bench), 'ms')
  figure(`first-check-${orders}`, await check(bench, null), 'ms CPU')
  let nowMs = Date.now()
  const rotation = createLedgerRotation({ now: () => nowMs })
  const minutes: number[] = []
  for (let n = 0; n < 5; n += 1) {
    await addHistory(bench.owner, NEW)
    const { slice, rotationMs } = rotation.next(await selectEnds(bench.db))
    minutes.push(await check(bench, slice))
    rotation.advance()
    nowMs += 60_000
    if (n === 0) figure(`rotation-${orders}`, rotationMs / 60_000, 'minutes')
  }
  await addHistory(bench.owner, NEW)
  const start = await check(bench, null)
  const minute = Math.max(...minutes)
  figure(`start-${orders}`, start, 'ms CPU')
  figure(`minute-${orders}`, minute, 'ms CPU')
  const reads = await measureReads(bench)
  for (const [name, ms] of Object.entries(reads)) figure(`${name}-${orders}`, ms, 'ms')
  return { start, minute, reads }
}

const bench = await benchDatabase()
const all: Times[] = []
try {
  let made = 0
  for (const size of SIZES) {
    await addHistory(bench.owner, size - made)
    made = size
    all.push(await measure(bench, size))
    made += 6 * NEW
  }
} finally {
  await bench.close()
}
const starts = all.map(({ start }) => start)
const minutes = all.map(({ minute }) => minute)
const worst = (name: keyof ReadTimes): number => Math.max(...all.map(({ reads }) => reads[name]))
const isFlat = (values: readonly number[]): boolean =>
  Math.max(...values) <= Math.max(100, FLAT * (values[0] ?? 0))
goal('start', Math.max(...starts) <= START_CPU_MS, `${Math.max(...starts)} ms, at most 10 s`)
goal('minute', Math.max(...minutes) <= MINUTE_CPU_MS, `${Math.max(...minutes)} ms, at most 2 s`)
for (const name of ['orders', 'order', 'history'] as const) {
  goal(name, worst(name) <= READ_MS, `p99 ${worst(name).toFixed(1)} ms, at most ${READ_MS}`)
}
goal(
  'statistics',
  worst('statistics') <= STATISTICS_MS,
  `${worst('statistics').toFixed(0)} ms, at most 300`,
)
goal('start-flat', isFlat(starts), starts.join(', '))
goal('minute-flat', isFlat(minutes), minutes.join(', '))
machine()
