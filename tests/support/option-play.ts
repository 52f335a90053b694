/** Plays orders that users undo if they can, in a process of its own, which may run the code of another copy. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { placeOrder } from '#contract/endpoints/trading.ts'
import type { Product } from '#contract/product.ts'
import { startOf } from '#rules/signed-order.ts'
import type { Chance } from '#support/chance.ts'
import { faultsOf } from '#support/ledger-room.ts'
import { hashPassword, OptionBot, type OptionResult } from '#support/option-bots.ts'
import { openOptionMarket, type OptionMarket } from '#support/option-market.ts'
import { type Plan, WAY_NAMES, WAYS } from '#support/option-ways.ts'
import { SHARED_URLS } from '#support/postgres.ts'

const HERE = 'tests/support/option-play.ts'
/** Bots that play at a time, each on a product of its own. */
const BOTS = 40
const FIRST_STEPS = 4
/**
 * How many orders a bot puts in front of its own. Where an order must be stored before its start, most of those with a
 * long queue before them are too late, so fewer bots try it.
 */
const FRONTS = { atOnce: [0, 3, 12, 12, 12], later: [0, 0, 0, 1, 3, 12] }
/** Those that undo an order more often than not, twice. */
const TRIED = [...WAY_NAMES, 'fund', 'withdrawal', 'limit', 'pause', 'money'] as const
const STAGGER_MS = 1_000

const played = z.object({
  results: z.array(
    z.object({
      way: z.enum(WAY_NAMES),
      front: z.int(),
      isSigned: z.boolean(),
      refused: z.nullable(z.string()),
      orderId: z.nullable(z.string()),
      outcome: z.string(),
    }),
  ),
  faults: z.array(z.string()),
})
export type Played = z.infer<typeof played>
type Seat = (product: Product, n: number) => Promise<OptionBot>
interface Request {
  seed: number
  orders: number
}

function planOf(n: number, chance: Chance, given: number): Plan {
  const fronts = given === 0 ? FRONTS.atOnce : FRONTS.later
  const below = (count: number): number => Math.floor(count * chance())
  const way = TRIED[n % TRIED.length] ?? 'fund'
  // A flood changes nothing for an order whose request is not complete.
  const front = WAYS[way].isHeld ? 0 : (fronts[below(fronts.length)] ?? 0)
  return {
    way,
    isSigned: below(5) === 0,
    direction: below(2) === 0 ? 'up' : 'down',
    front,
    startsIn: below(STAGGER_MS),
    patienceMs: 50 + below(250),
    share: 0.4 + 0.4 * chance(),
    leadMs: 300 + below(2_700),
  }
}

/** From the acceptance of an order that no device signed to its start, ms: everyone can know it. */
async function givenMs(room: OptionMarket, passwordHash: string): Promise<number> {
  const [product] = room.products
  if (product === undefined) throw new Error('no product')
  const plan = { ...planOf(0, room.chance, 0), way: 'fund', isSigned: false } as const
  const bot = new OptionBot(room, product, plan, 0)
  await bot.seat(passwordHash)
  const answers: { body: unknown }[] = []
  void bot.placeOther('1.00').then((answer) => answers.push(answer))
  while (answers.length === 0) await room.step()
  const { order } = placeOrder.reply.parse(answers[0]?.body)
  return startOf(order) - order.acceptedAt
}

/** Each product gets its next bot when the order of the one before is over. */
async function playAll(room: OptionMarket, orders: number, seat: Seat): Promise<OptionResult[]> {
  const results: OptionResult[] = []
  let started = 0
  const next = (product: Product): Promise<OptionBot | null> =>
    started < orders ? seat(product, started++) : Promise.resolve(null)
  const playing = new Map<Product, OptionBot>()
  for (const product of room.products) {
    const bot = await next(product)
    if (bot !== null) playing.set(product, bot)
  }
  while (playing.size > 0) {
    await Promise.all([...playing.values()].map((bot) => bot.step()))
    await room.idle()
    await room.step()
    for (const [product, bot] of playing) {
      const result = bot.result()
      if (result === null) continue
      results.push(result)
      const other = await next(product)
      if (other === null) playing.delete(product)
      else playing.set(product, other)
    }
  }
  return results
}

/** What the books say of the orders that were accepted, where it is not what the log says. */
async function differences(
  { server }: OptionMarket,
  results: readonly OptionResult[],
): Promise<string[]> {
  const rows = await server.owner.query<{ id: bigint; status: string }>(
    'select id, status from orders',
  )
  const statuses = new Map(rows.map(({ id, status }) => [id.toString(), status]))
  return results.flatMap(({ orderId, outcome }) => {
    const status = orderId === null ? outcome : statuses.get(orderId)
    return status === outcome ? [] : [`order ${orderId} is ${status}, by the log ${outcome}`]
  })
}

async function play({ seed, orders }: Request): Promise<Played> {
  const room = await openOptionMarket(seed, BOTS)
  try {
    const passwordHash = await hashPassword()
    for (let n = 0; n < FIRST_STEPS; n++) await room.step()
    const given = await givenMs(room, passwordHash)
    const results = await playAll(room, orders, async (product, n) => {
      const bot = new OptionBot(room, product, planOf(n, room.chance, given), given)
      await bot.seat(passwordHash)
      return bot
    })
    await room.step()
    const found = await faultsOf(room.server.owner)
    const faults = found.map(({ invariant, detail }) => `${invariant}: ${detail}`)
    return { results, faults: [...faults, ...(await differences(room, results))] }
  } finally {
    await room.close()
  }
}

/** Plays with the code in this folder, the repository or a copy of it, on a database cluster that it makes. */
export async function playIn(root: string, request: Request): Promise<Played> {
  const env = { ...process.env, [SHARED_URLS]: undefined }
  const child = fork(join(root, HERE), ['--play', JSON.stringify(request)], { env })
  const exited = once(child, 'exit').then(() => [null])
  const [told]: unknown[] = await Promise.race([once(child, 'message'), exited])
  if (told === null) throw new Error(`the play in ${root} ended early`)
  child.disconnect()
  await exited
  return played.parse(told)
}

if (process.argv[2] === '--play' && process.argv[1] === fileURLToPath(import.meta.url)) {
  process.send?.(await play(JSON.parse(process.argv[3] ?? '{}')))
}
