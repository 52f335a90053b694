/**
 * How work grows with the history: the checks of the ledger at a start and each minute, and pages. Times are goals. The
 * blocks of tables that are read must stay the same at every size, also in a smoke run: if not, the benchmark fails.
 */
import { DAY_MS } from '#contract/time.ts'
import { readFileSync } from 'node:fs'
import { dayOf, dayStart } from '#rules/business-day.ts'
import { checkLedger, selectEnds } from '#server/ledger/ledger-store.ts'
import { createLedgerRotation, type LedgerSlice } from '#server/ledger/rotation.ts'
import { addOwned } from '#support/made-funds.ts'
import { addHistory } from '#support/made-history.ts'
import { blocksOf } from './support/counted-work.ts'
import { type BenchDatabase, benchDatabase } from './support/database.ts'
import { figure, flat, goal, isFlat, machine } from './support/figures.ts'
import { measureReads, type ReadCosts, sumDays } from './support/growth-reads.ts'
import { benchOptions } from './support/options.ts'

const { smoke, scale } = benchOptions()
/** Prices per order, and how many orders there are when it is measured. */
const HISTORIES = {
  ci: { ticks: 10, sizes: [10_000, 100_000] },
  full: { ticks: 10, sizes: [10_000, 100_000, 1_000_000] },
  most: { ticks: 25, sizes: [100_000, 500_000, 2_000_000] },
} as const
const { ticks, sizes } = HISTORIES[scale]
/** Orders that are added in one transaction. */
const AT_ONCE = 100_000
/** Up to here everything is read too, by the view of all faults and a first check. More is checked while it grows. */
const WHOLE_MAX = 100_000
/** How many orders the figures are extended to, in a straight line through the two greatest sizes. */
const EXTENDED = 5_000_000
/** Orders that are new at a minute's check, and at a start. */
const NEW = 100
const MINUTES = 5
const START_CPU_MS = 10_000
const MINUTE_CPU_MS = 2_000
const READ_MS = 100
const STATISTICS_MS = 300

const TICK_MS = 10
/** CPU time of the auditor's one connection so far, which the kernel counts in hundredths of a second. */
async function cpuOf({ pools }: BenchDatabase): Promise<number> {
  const [row] = await pools.auditor.query<{ pid: number }>('select pg_backend_pid() as pid')
  const fields = readFileSync(`/proc/${row?.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** What a check takes: CPU time in ms, and blocks of tables. */
interface CheckCost {
  cpuMs: number
  blocks: number
}

const UNDONE = new Error('undone')
/** The blocks that a check would read now. The marks stay. */
async function blocksOfCheck({ pools }: BenchDatabase, slice: LedgerSlice | null): Promise<number> {
  let blocks = 0
  const undone = pools.auditor.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read')
    const given = slice === null ? null : JSON.stringify(slice)
    blocks = await blocksOf(tx, 'select * from check_ledger($1)', [given])
    throw UNDONE
  })
  await undone.catch((error: unknown) => {
    if (error !== UNDONE) throw error
  })
  return blocks
}

/** Checks, and returns the CPU time of it in ms. */
async function timeOfCheck(bench: BenchDatabase, slice: LedgerSlice | null): Promise<number> {
  const before = await cpuOf(bench)
  const { first, count } = await checkLedger(bench.pools.auditor, { slice, limit: 5 })
  if (count > 0) throw new Error(`${count} faults: ${JSON.stringify(first.map((f) => f.detail))}`)
  return (await cpuOf(bench)) - before
}

const check = async (bench: BenchDatabase, slice: LedgerSlice | null): Promise<CheckCost> => ({
  blocks: await blocksOfCheck(bench, slice),
  cpuMs: await timeOfCheck(bench, slice),
})

const MOST_CHECKS = 20
/**
 * Checks until the marks are at the newest rows. One check is not always enough: while a transaction runs that began to
 * write before it, as autovacuum's do, the marks move at the next one.
 */
async function moveMarks(bench: BenchDatabase): Promise<void> {
  for (let checks = 0; checks < MOST_CHECKS; checks += 1) {
    const [marks] = await bench.owner.query<{ moved: boolean }>(
      'select bool_and(checked = seen) as moved from ledger_marks',
    )
    if (marks?.moved === true) return
    await timeOfCheck(bench, null)
  }
  throw new Error(`the marks did not move in ${MOST_CHECKS} checks`)
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

const FIRST_DAY_MS = Date.UTC(2026, 0, 1)
/** What each user has, of the days before the first. */
const OWNED = { days: 30, sessions: 10 } as const
/** The time of the next price that is made, ms. The history begins with a day. */
let nextMs = FIRST_DAY_MS
async function add({ owner }: BenchDatabase, orders: number): Promise<void> {
  await addHistory(owner, orders, { firstMs: nextMs, ticks })
  await owner.transaction(async (tx) => {
    await tx.query("set local statement_timeout = 0; set local work_mem = '256MB'")
    await tx.query('set local session_replication_role = replica')
    await addOwned(tx, OWNED, FIRST_DAY_MS)
  })
  const [newest] = await owner.query<{ ms: number }>(
    'select max(time_ms)::float8 as ms from tick_heads',
  )
  nextMs = (newest?.ms ?? 0) + 1_000
}

interface Costs {
  start: CheckCost
  minute: CheckCost
  reads: ReadCosts
}
async function measure(bench: BenchDatabase, orders: number): Promise<Costs> {
  if (!smoke && orders <= WHOLE_MAX) figure(`view-${orders}`, await viewed(bench), 'ms')
  if (orders <= WHOLE_MAX) {
    figure(`first-check-${orders}`, await timeOfCheck(bench, null), 'ms CPU')
  }
  await moveMarks(bench)
  let nowMs = Date.now()
  const rotation = createLedgerRotation({ now: () => nowMs })
  const minutes: CheckCost[] = []
  for (let n = 0; n < MINUTES; n += 1) {
    await add(bench, NEW)
    const { slice, rotationMs } = rotation.next(await selectEnds(bench.db))
    minutes.push(await check(bench, slice))
    rotation.advance()
    nowMs += 60_000
    if (n === 0) figure(`rotation-${orders}`, rotationMs / 60_000, 'minutes')
  }
  await moveMarks(bench)
  await add(bench, NEW)
  const start = await check(bench, null)
  const minute = {
    cpuMs: Math.max(...minutes.map(({ cpuMs }) => cpuMs)),
    blocks: Math.max(...minutes.map(({ blocks }) => blocks)),
  }
  for (const [name, { cpuMs, blocks }] of Object.entries({ start, minute })) {
    figure(`${name}-${orders}`, cpuMs, 'ms CPU')
    figure(`${name}-blocks-${orders}`, blocks, 'blocks')
  }
  nextMs = dayStart(dayOf(nextMs)) + DAY_MS
  await sumDays(bench, nextMs)
  await add(bench, NEW)
  const reads = await measureReads(bench)
  for (const [name, ms] of Object.entries(reads.ms)) figure(`${name}-${orders}`, ms, 'ms')
  for (const [name, blocks] of Object.entries(reads.blocks)) {
    figure(`${name}-blocks-${orders}`, blocks, 'blocks')
  }
  return { start, minute, reads }
}

const bench = await benchDatabase()
const all: Costs[] = []
const everything: number[] = []
try {
  let made = 0
  for (const size of sizes) {
    for (; made < size; made += Math.min(AT_ONCE, size - made)) {
      await add(bench, Math.min(AT_ONCE, size - made))
      if (size > WHOLE_MAX) await moveMarks(bench)
    }
    all.push(await measure(bench, size))
    everything.push(await blocksOf(bench.owner, 'select count(stake) from orders'))
    made += (MINUTES + 2) * NEW
  }
} finally {
  await bench.close()
}
/** Prints where a figure would be: on the straight line through those of the two greatest sizes. */
function extend(name: string, of: (costs: Costs) => number): void {
  if (smoke) return
  const [less = 0, most = 0] = sizes.slice(-2)
  const [before = 0, now = 0] = all.slice(-2).map(of)
  const ms = now + ((now - before) * (EXTENDED - most)) / (most - less)
  figure(`${name}-extended-${EXTENDED}`, ms, 'ms')
}

const starts = all.map(({ start }) => start)
const minutes = all.map(({ minute }) => minute)
const worst = (costs: readonly CheckCost[]): number => Math.max(...costs.map(({ cpuMs }) => cpuMs))
const worstRead = (name: keyof ReadCosts['ms']): number =>
  Math.max(...all.map(({ reads }) => reads.ms[name]))
goal('start', worst(starts) <= START_CPU_MS, `${worst(starts)} ms, at most 10 s`)
goal('minute', worst(minutes) <= MINUTE_CPU_MS, `${worst(minutes)} ms, at most 2 s`)
for (const name of ['orders', 'order', 'history'] as const) {
  const ms = worstRead(name)
  goal(name, ms <= READ_MS, `p99 ${ms.toFixed(1)} ms, at most ${READ_MS}`)
}
const statisticsMs = worstRead('statistics')
goal('statistics', statisticsMs <= STATISTICS_MS, `${statisticsMs.toFixed(0)} ms, at most 300`)
flat(
  'start',
  starts.map(({ blocks }) => blocks),
)
flat(
  'minute',
  minutes.map(({ blocks }) => blocks),
)
for (const name of ['orders', 'order', 'history', 'statistics'] as const) {
  flat(
    name,
    all.map(({ reads }) => reads.blocks[name]),
  )
}
extend('start', ({ start }) => start.cpuMs)
extend('minute', ({ minute }) => minute.cpuMs)
for (const name of ['orders', 'order', 'history', 'statistics'] as const) {
  extend(name, ({ reads }) => reads.ms[name])
}
// What does not stay the same must be seen.
if (isFlat(everything)) throw new Error(`all orders are as few blocks: ${everything.join(', ')}`)
machine()
