/** A crowd that places its orders over HTTP, each at its moment: all live at once, and they end evenly spread. */
import { z } from 'zod'
import type { Product } from '#contract/product.ts'
import type { Database } from '#server/platform/db/database.ts'
import { addUser, grant } from '#support/ledger-room.ts'
import { addSession } from '#support/killable-server.ts'
import { choicesOf } from '#support/settle-choices.ts'
import { pause } from '#support/until.ts'

const MONEY = 100_000n
const TIMEOUT_MS = 30_000
/** A slow machine takes in a crowd's orders late. It must take in each one. */
const PATIENCE_MS = 4 * TIMEOUT_MS
const RETRY_MS = 400

/** Orders that end within `shortUntilMs` of the first one are shorter, so that all are placed before it ends. */
export interface Durations {
  shortMs: number
  longMs: number
  shortUntilMs: number
}
/** How long before the first order ends the first one is placed. */
export const leadOf = ({ shortMs, longMs, shortUntilMs }: Durations): number =>
  Math.max(shortMs, longMs - shortUntilMs)

interface CrowdOrder {
  /** Wall clock, ms. */
  placeAt: number
  cookie: string
  key: string
  body: object
}
interface CrowdPlan {
  seed: number
  positions: number
  /** The first ends then, wall clock ms; the others follow evenly within `spanMs`. */
  endsFrom: number
  spanMs: number
  durations: Durations
  cookies: readonly string[]
  products: readonly Product[]
}

/** The cookies of users with money. */
export async function addCrowd(owner: Database, users: number): Promise<string[]> {
  const cookies: string[] = []
  for (let n = 0; n < users; n++) {
    const userId = await addUser(owner)
    await grant(owner, userId, MONEY)
    cookies.push(await addSession(owner, userId, `crowd-${n}`))
  }
  return cookies
}

export function planOrders(plan: CrowdPlan): CrowdOrder[] {
  const { seed, positions, endsFrom, spanMs, durations, cookies, products } = plan
  const pick = choicesOf(seed)
  const orders = Array.from({ length: positions }, (_, n): CrowdOrder => {
    const product = products[pick(products.length)]
    if (product === undefined) throw new Error('no product is open')
    const after = Math.floor((n * spanMs) / positions)
    const durationMs = after < durations.shortUntilMs ? durations.shortMs : durations.longMs
    const body = {
      symbol: product.symbol,
      direction: pick(2) === 0 ? 'up' : 'down',
      stake: `${1 + pick(9)}.00`,
      durationMs,
      termsId: product.terms.termsId,
    }
    return {
      placeAt: endsFrom + after - durationMs,
      cookie: cookies[n % cookies.length] ?? '',
      key: `crowd-${seed}-${n}`.padEnd(16, '-'),
      body,
    }
  })
  return orders.sort((a, b) => a.placeAt - b.placeAt)
}

const reply = z.object({ order: z.object({ id: z.string() }) })
const refusal = z.object({ code: z.string() })

/** What became of a request: the id of what was bought, or the refusal's code, and null when there is no answer. */
type Asked = { id: string } | { refused: string | null }

async function ask(url: string, { cookie, key, body }: CrowdOrder): Promise<Asked> {
  const headers = { 'content-type': 'application/json', cookie, 'idempotency-key': key }
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const sent = { method: 'POST', headers, body: JSON.stringify(body), signal }
  const answer = await fetch(`${url}/api/orders`, sent).catch(() => null)
  const json: unknown = await answer?.json().catch(() => null)
  if (answer?.ok === true) return { id: reply.parse(json).order.id }
  return { refused: refusal.safeParse(json).data?.code ?? null }
}

/** Asks with the same key until it is answered, and with a new key for an order that a busy server undid; throws when
 * there is no answer in time. */
async function place(url: string, order: CrowdOrder): Promise<string> {
  let { key } = order
  const refusals: (string | null)[] = []
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(RETRY_MS)) {
    const asked = await ask(url, { ...order, key })
    if ('id' in asked) return asked.id
    // The server was too busy to store it in time.
    if (asked.refused === 'order_undone') key = `${key}-`
    refusals.push(asked.refused)
  }
  throw new Error(`order ${order.key} was not taken: ${refusals.join()}`)
}

/** The ids that the server acknowledged, and by how much the latest was late in being placed, ms. */
export async function placeAll(
  url: string,
  orders: readonly CrowdOrder[],
): Promise<{ ids: string[]; lagMs: number }> {
  const placing: Promise<string>[] = []
  let lagMs = 0
  for (const order of orders) {
    const early = order.placeAt - Date.now()
    if (early > 0) await pause(early)
    lagMs = Math.max(lagMs, Date.now() - order.placeAt)
    placing.push(place(url, order))
  }
  return { ids: await Promise.all(placing), lagMs }
}
