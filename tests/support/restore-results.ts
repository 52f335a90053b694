/** What became of the positions of a moment that was restored, judged by the rule and by what they were before. */
import { complaints, type Fate, selectFates, verdictsOf } from '#support/crowd-results.ts'
import { readLogs } from '#support/crowd-twin.ts'
import { withRunning } from '#support/killable-server.ts'
import { faultsOf } from '#support/ledger-room.ts'
import { codeOf, idsOf, PositionPages, type Users } from '#support/restore-users.ts'
import type { RestoreWorld } from '#support/restore-world.ts'
import { until } from '#support/until.ts'

/** The longest order, and what decides it. */
const ALL_SETTLED_MS = 135_000
const REPEATED = 3

/** What a scenario reports. */
interface Report {
  check(holds: boolean, what: string): void
  count(what: string, by?: number): void
  log(line: string): void
}
/** A server on restored data, and its users. */
export interface Restored {
  world: RestoreWorld
  users: Users
  context: Report
}
/** What was lost with the disk. */
export interface Lost {
  /** The moment that is restored. Of the database, ms. */
  moment: number
  /** The results that the server had when the disk was lost. */
  results: readonly Fate[]
}

/** Plays until all positions have ended, and checks that each page is told the results. */
export async function settleAll({ world, users, context }: Restored): Promise<void> {
  const pages = new PositionPages()
  await pages.open(world.url, users.traders.visitors)
  await world.play(ALL_SETTLED_MS)
  const { open } = pages.told()
  context.check(open.size > 0, 'no position is open after the start')
  await until('every page to be told', () => pages.told().settled.size === open.size)
  context.count('results that a page was told', open.size)
  pages.close()
}

/** The orders of before that moment are there, and the later ones are not. */
function checkOrders({ users, context: { check } }: Restored, ids: Set<string>, moment: number) {
  const { placed } = users.traders
  const kept = placed.filter(({ answeredAt }) => answeredAt < moment)
  const gone = placed.filter(({ sentAt }) => sentAt > moment)
  for (const id of idsOf(kept)) check(ids.has(id), `order ${id} is missing`)
  for (const id of idsOf(gone)) check(!ids.has(id), `order ${id} is of a later moment`)
  check(gone.length > 0, 'no order was lost')
}

/**
 * Judges each order but `old`, whose prices and events have left the database. `least`: so many positions must have
 * been live. `readyAt`: of the server on restored data.
 */
export async function judge(
  restored: Restored,
  { moment, results }: Lost,
  { least, readyAt, old }: { least: number; readyAt: number; old: string },
): Promise<void> {
  const { world, users, context } = restored
  const { check, count } = context
  await withRunning(world.data, async (owner) => {
    const fates = (await selectFates(owner)).filter(({ id }) => id !== old)
    checkOrders(restored, new Set(fates.map(({ id }) => id)), moment)
    const live = fates.filter(({ posted_at: at }) => at === null || at > moment)
    check(live.length >= least, `only ${live.length} positions were live at that moment`)
    count('positions live at that moment', live.length)
    const before = new Map(results.filter((f) => f.settled_at !== null).map((f) => [f.id, f]))
    count('of them with a result before', live.filter(({ id }) => before.has(id)).length)
    // Without a result from before, it is its own twin.
    const twin = new Map([...fates.map((fate) => [fate.id, fate] as const), ...before])
    const verdicts = verdictsOf(fates, await readLogs(owner))
    const lives = [{ startedAt: readyAt, readyAt, endedAt: Infinity }]
    for (const fate of fates) {
      // The clock of the database is behind what was played.
      const timed = { ...fate, posted_at: fate.settled_at }
      const faults = complaints(timed, { verdicts, twin, lives })
      check(faults.length === 0, `order ${fate.id}: ${faults.join('; ')}`)
      count(fate.status)
    }
    check(
      fates.every(({ status }) => status !== 'void'),
      'a position is void',
    )
    const faults = await faultsOf(owner)
    check(faults.length === 0, `invariants: ${JSON.stringify(faults)}`)
  })
  const lost = users.traders.placed.filter(({ sentAt }) => sentAt > moment).slice(0, REPEATED)
  for (const { trader, body, key } of lost) {
    const code = codeOf(await trader.command('/api/orders', body, key))
    check(code === 'key_expired', `a lost order is repeated: ${code}`)
  }
}
