/**
 * Orders that no one can pay for, from many callers at once, while others call everything else that costs much: no
 * bystander may be refused. How late their orders and the records are depends on the machine: it is printed here, and
 * judged by the benchmark `bystanders`.
 */
import {
  besiege,
  costlyLoad,
  type FloodedServer,
  pennilessGuests,
  pennilessUsers,
  withFloodedServer,
} from '#support/flooded-server.ts'
import type { CostlyLoad } from '#support/costly-load.ts'
import { isLate } from '#support/orders.ts'
import type { FaultContext } from './runner.ts'

/** Guests of one address, who send everything at once. */
const GUESTS = 20
const ORDERS_OF_GUESTS = 2_320
/** Per user, within the limit of orders per minute. */
const USERS = { short: 20, ci: 40, full: 200 } as const
const SECONDS = { short: 3, ci: 8, full: 60 } as const
/** Users who call everything else meanwhile. */
const OTHERS = { short: 4, ci: 10, full: 20 } as const
const ORDERS_PER_USER_AND_SECOND = 100 / 60
/** The longest that a device can sign ahead. */
const LEAD_MS = 3_000
/** What the database refuses of a user: five in a row, three more that were under way, and one every three seconds. */
const REFUSED_OF_USER = 8
const FORGIVEN_MS = 3_000
/** The same for the guests of one address. */
const REFUSED_OF_ADDRESS = 27
const ADDRESS_FORGIVEN_MS = 1_000
/** Answers of the admission, which needs no database, and of a connection that was closed for sending too much. */
const FROM_MEMORY: readonly string[] = ['rate_limited', 'cut']

interface Attack {
  name: string
  callers: Awaited<ReturnType<typeof pennilessGuests>>
  orders: number
  seconds: number
  /** The most orders that may reach the database within this time. */
  refusedMax(ms: number): number
  beside?: CostlyLoad
}

async function attack(room: FloodedServer, context: FaultContext, plan: Attack): Promise<void> {
  const { check, count, log } = context
  const { name, orders, refusedMax } = plan
  const began = performance.now()
  const { answers, flood, gaps, oldestMs, costly } = await besiege(room, {
    ...plan,
    leadMs: LEAD_MS,
  })
  const tookMs = performance.now() - began
  const refused = answers.filter(({ code }) => code !== '200' && !isLate(code))
  check(refused.length === 0, `${name}: bystanders got ${refused.map(({ code }) => code).join()}`)
  const judged = Object.entries(flood)
    .filter(([code]) => !FROM_MEMORY.includes(code) && !isLate(code))
    .reduce((sum, [, times]) => sum + times, 0)
  const most = refusedMax(tookMs)
  check(judged <= most, `${name}: ${judged} orders reached the database, at most ${most} may`)
  check(flood['200'] === undefined, `${name}: an order was accepted that no one can pay for`)
  const slowest = Math.max(...answers.map((answer) => answer.tookMs))
  log(
    `${name}: ${JSON.stringify(flood)}; the slowest of ${answers.length} orders of bystanders took ` +
      `${slowest.toFixed(0)} ms, the oldest newest record was ${oldestMs.toFixed(0)} ms old`,
  )
  for (const [told, times] of Object.entries(costly)) {
    count(`${name}: ${told.split(' ').at(-1)} elsewhere`, times)
    check(!told.endsWith(' 500'), `${name}: ${told}`)
  }
  count(`${name}: records that say that time is missing`, gaps)
  count(`${name}: late orders of bystanders`, answers.filter(({ code }) => isLate(code)).length)
  count(`${name}: orders refused from memory`, orders - judged)
}

export async function run(context: FaultContext): Promise<void> {
  const [users, seconds] = [USERS[context.scale], SECONDS[context.scale]]
  await withFloodedServer(async (room) => {
    await attack(room, context, {
      name: 'guests at once',
      callers: await pennilessGuests(room, GUESTS),
      orders: ORDERS_OF_GUESTS,
      seconds: 0,
      refusedMax: (ms) => REFUSED_OF_ADDRESS + ms / ADDRESS_FORGIVEN_MS,
    })
    await attack(room, context, {
      name: 'users',
      callers: await pennilessUsers(room, users),
      orders: Math.round(users * seconds * ORDERS_PER_USER_AND_SECOND),
      seconds,
      beside: await costlyLoad(room, OTHERS[context.scale]),
      refusedMax: (ms) => users * (REFUSED_OF_USER + ms / FORGIVEN_MS),
    })
  })
}
