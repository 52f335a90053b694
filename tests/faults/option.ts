/**
 * Is an order an option? Bots place orders, watch the ticks while their orders wait for the database, and undo those
 * that are about to lose, in every way that a user has. What they keep may win no more often than what they undo. On a
 * copy where an order counts from its arrival and a user may flood the queue, the difference must show.
 */
import { type Change, PlantedCopy, ROOT } from '#support/planted-copy.ts'
import { type Played, playIn } from '#support/option-play.ts'
import { isLate } from '#support/orders.ts'
import type { FaultContext, FaultScenario } from './runner.ts'

const ORDERS = { short: 150, ci: 300, full: 5_000 } as const
/** Beyond so many standard errors our server gives an option; the control must be beyond more. */
const OURS_WITHIN = 3
const CONTROL_BEYOND = 5
/** Of fewer undone orders nothing can be said. */
const MIN_UNDONE = 1 / 4

/** An order counts from its arrival, whatever is known when it is stored. */
const AS_BEFORE: readonly Change[] = [
  {
    file: 'contract/signed-order.ts',
    find: 'UNSIGNED_LEAD_MS = 1_000',
    replace: 'UNSIGNED_LEAD_MS = 0',
  },
  {
    file: 'server/migrations/0007_orders.sql',
    find: 'starts_at = accepted_at + 1000',
    replace: 'starts_at = accepted_at',
  },
  {
    file: 'server/sql/functions/trading.sql',
    find: 'if (newest_record_ms(o.product_id) <= hold_deadline(o)) is not true then',
    replace: 'if false then',
  },
  {
    file: 'server/sql/functions/trading.sql',
    find: `and (select h.time_ms from tick_heads h where h.product_id = (o).product_id)
        <= (o).starts_at - (select l.ms from leads l where l.id = (o).terms_id)`,
    replace: '',
  },
  {
    file: 'server/trading/place-order.ts',
    find: 'await seal(parts, { userId',
    replace: 'if (device !== null) await seal(parts, { userId',
  },
  {
    file: 'server/trading/trading-store.ts',
    find: 'salt: placed.salt,',
    replace: '...(device !== null && { salt: placed.salt }),',
  },
]

interface Arm {
  won: number
  decided: number
}
type Result = Played['results'][number]

function armOf(results: readonly Result[]): Arm {
  const counted = (of: string): number => results.filter(({ outcome }) => outcome === of).length
  const won = counted('won')
  return { won, decided: won + counted('lost') }
}
const shown = ({ won, decided }: Arm): string => `${won} of ${decided}`

/** By how many standard errors kept orders win more often than undone ones. */
function advantage(kept: Arm, undone: Arm): number {
  const both = (kept.won + undone.won) / (kept.decided + undone.decided)
  const error = Math.sqrt(both * (1 - both) * (1 / kept.decided + 1 / undone.decided))
  return error === 0 ? 0 : (kept.won / kept.decided - undone.won / undone.decided) / error
}

interface Judged {
  /** By how many standard errors more the kept orders won than all others. */
  all: number
  /** Than those that their users undid. The others were stored too late. */
  byUsers: number
}
function judge(context: FaultContext, name: string, results: readonly Result[]): Judged {
  const { check, count, log } = context
  const errorsOf = (what: string, some: readonly Result[]): number => {
    const kept = armOf(some.filter(({ refused }) => refused === null))
    const undone = armOf(some.filter(({ refused }) => refused !== null))
    const errors = advantage(kept, undone)
    const wins = `kept win ${shown(kept)}, undone would ${shown(undone)}`
    log(`${name}, ${what}: ${wins}, ${errors.toFixed(1)} standard errors`)
    return errors
  }
  for (const [way, some] of Map.groupBy(results, (result) => result.way)) errorsOf(way, some)
  for (const [isSigned, some] of Map.groupBy(results, (result) => result.isSigned)) {
    errorsOf(isSigned ? 'signed' : 'unsigned', some)
  }
  for (const { refused } of results) count(`${name} ${refused ?? 'kept'}`)
  const undone = results.filter(({ refused }) => refused !== null)
  const broken = undone.filter(({ refused }) => refused?.startsWith('5') === true)
  check(broken.length === 0, `${name}: ${broken.length} orders met a fault of the server`)
  check(undone.length >= MIN_UNDONE * results.length, `${name}: only ${undone.length} undone`)
  // The server stored the late ones after their start, whatever their users did.
  const byUsers = results.filter(({ refused }) => !isLate(refused))
  return { all: errorsOf('all', results), byUsers: errorsOf('by their users', byUsers) }
}

export const run: FaultScenario = async (context) => {
  const { check, seed, scale } = context
  const request = { seed, orders: ORDERS[scale] }
  const copy = new PlantedCopy()
  try {
    const [ours, old] = await Promise.all([
      playIn(ROOT, request),
      copy.planted(AS_BEFORE, () => playIn(copy.folder, request)),
    ])
    for (const fault of ours.faults) context.fail(fault)
    for (const [which, errors] of Object.entries(judge(context, 'ours', ours.results))) {
      check(errors <= OURS_WITHIN, `orders are options, ${which}: ${errors.toFixed(1)} errors`)
    }
    const { all } = judge(context, 'copy', old.results)
    check(all > CONTROL_BEYOND, `the copy is not found: ${all.toFixed(1)} standard errors`)
  } finally {
    copy.remove()
  }
}
