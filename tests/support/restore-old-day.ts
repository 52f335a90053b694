/** A day of prices that has left a server's database for files, and what is shown of it before and after a loss. */
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { spawnSync } from 'node:child_process'
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Product } from '#contract/product.ts'
import { dayOf, dayStart } from '#rules/business-day.ts'
import { archiveIn, folderOf } from '#server/archive/archive-folder.ts'
import { openProducts, withRunning } from '#support/killable-server.ts'
import type { RestoreWorld } from '#support/restore-world.ts'
import { until } from '#support/until.ts'
import { type Answer, Visitor } from '#support/visitor.ts'

const SCRIPT = join(import.meta.dirname, '..', '..', 'scripts', 'verify-archive.ts')
/** So long ago that the day and the next one have ended for longer than `tickDays`. */
const AGO_MS = 4 * DAY_MS
/** From here on the database keeps prices, so that a start in the next hour needs no file. */
const KEPT_MS = 70 * 60_000
const ORDER_MS = 30_000
const SETTLED_MS = 45_000
/** The worker runs each minute of the server's time, and needs some runs. */
const RUN_MS = 61_000
const MAX_RUNS = 12

const placed = z.object({ order: z.object({ id: z.string() }) })
const listed = z.object({ breaks: z.array(z.object({ timeMs: z.number() })) })

/** A user's order of the day, and all that was shown of the day before the loss, by name. */
export interface OldDay {
  day: ReturnType<typeof dayOf>
  startedAt: number
  symbol: Product['symbol']
  visitor: Visitor
  orderId: string
  shown: Readonly<Record<string, string>>
}

interface Scene {
  world: RestoreWorld
  context: { check(holds: boolean, what: string): void; count(what: string): void }
}

/** What the command says of the day's files, with the keys that the server publishes. */
async function audited(
  world: RestoreWorld,
  { day, visitor }: Omit<OldDay, 'shown'>,
): Promise<string> {
  const keys = join(world.folder, 'archive-keys.json')
  writeFileSync(keys, (await visitor.get('/api/checkpoints')).text)
  const args = [SCRIPT, archiveIn(world.data), '--key', keys]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  const line = stdout.split('\n').find((each) => each.startsWith(`${day}: `))
  return line ?? `${stdout}${stderr}`
}

async function shownOf(world: RestoreWorld, old: Omit<OldDay, 'shown'>): Promise<OldDay['shown']> {
  const { visitor, symbol, orderId, startedAt } = old
  const text = async (path: string): Promise<string> => {
    const answer = await visitor.get(path)
    return answer.status === 200 ? answer.text : `${answer.status} ${answer.text}`
  }
  const { breaks } = listed.parse((await visitor.get('/api/public/breaks')).body)
  return {
    'the receipt': await text(`/api/orders/${orderId}/receipt`),
    'the order with its prices': await text(`/api/orders/${orderId}`),
    'the first page of prices': await text(`/api/ticks/${symbol}?limit=50`),
    'a later page of prices': await text(`/api/ticks/${symbol}?afterSeq=70&limit=50`),
    'the page of a moment': await text(`/api/ticks/${symbol}?fromMs=${startedAt + 10_000}&limit=5`),
    'its breaks': JSON.stringify(breaks.filter(({ timeMs }) => timeMs < startedAt + DAY_MS / 2)),
    'the audit of its files': await audited(world, old),
  }
}

const has = (world: RestoreWorld, table: string): Promise<boolean> =>
  withRunning(world.data, async (owner) => {
    const [row] = await owner.query<{ has: boolean }>('select to_regclass($1) is not null as has', [
      table,
    ])
    return row?.has === true
  })

function idOf(answer: Answer): string {
  const { data } = placed.safeParse(answer.body)
  if (data === undefined) throw new Error(`no order: ${answer.text}`)
  return data.order.id
}

/** An order of a guest, whose result is known once this resolves. */
async function trade(
  world: RestoreWorld,
  visitor: Visitor,
  { symbol, terms }: Product,
): Promise<string> {
  const wish = {
    symbol,
    direction: 'up',
    stake: '1.00',
    durationMs: ORDER_MS,
    termsId: terms.termsId,
  }
  const id = idOf(await visitor.command('/api/orders', wish, world.newKey()))
  await world.play(SETTLED_MS)
  await until('the receipt of a settled order', async () => {
    const answer = await visitor.get(`/api/orders/${id}/receipt`)
    return answer.status === 200
  })
  return id
}

/**
 * Starts the server of the world for the first time, days ago, lets a guest trade, and returns once that day has left
 * the database. The server then runs, at the present time.
 */
export async function makeOldDay({ world, context }: Scene): Promise<OldDay> {
  const day = dayOf(Date.now() - AGO_MS)
  const startedAt = dayStart(day) + 12 * HOUR_MS
  const startAt = async (ms: number): Promise<void> => {
    await world.server.stop()
    world.itIs(ms)
    await world.start()
  }
  await startAt(startedAt)
  const [product] = await openProducts(world.url, startedAt + 2 * AGO_MS)
  if (product === undefined) throw new Error('no product is always open')
  const visitor = new Visitor(world.url)
  await visitor.post('/api/guest', { key: world.newKey() })
  await visitor.command('/api/practice-money', {}, world.newKey())
  const orderId = await trade(world, visitor, product)
  await startAt(Date.now() - KEPT_MS)
  const table = `ticks_${day.replaceAll('-', '')}`
  context.check(await has(world, table), `${table} is missing before its day is old`)
  for (let run = 0; run < MAX_RUNS && (await has(world, table)); run += 1) await world.play(RUN_MS)
  context.check(!(await has(world, table)), `${table} has not left the database`)
  await startAt(Date.now())
  const old = { day, startedAt, symbol: product.symbol, visitor, orderId }
  const shown = await shownOf(world, old)
  const { 'the audit of its files': audit = '' } = shown
  context.check(audit.endsWith('nothing wrong'), `the files of ${day}: ${audit}`)
  return { ...old, shown }
}

/** All that is shown of the day is as it was. */
export async function checkOldDay(
  { world, context }: Scene,
  old: OldDay,
  when: string,
): Promise<void> {
  const shown = await shownOf(world, old)
  for (const [name, text] of Object.entries(old.shown)) {
    context.check(shown[name] === text, `${old.day}, ${when}: ${name} is now ${shown[name]}`)
    context.count('what is shown of an old day')
  }
}

/** Without the files of the day, the server starts, takes orders and names the day. Once they are back, it has them. */
export async function loseOldFiles(scene: Scene, old: OldDay): Promise<void> {
  const { world, context } = scene
  const { visitor, orderId, symbol, day } = old
  const folder = folderOf(archiveIn(world.data), day)
  context.check(existsSync(folder), `${folder} was not restored`)
  await world.server.stop()
  renameSync(folder, `${folder}-away`)
  await world.start()
  const { status } = await visitor.get(`/api/orders/${orderId}/receipt`)
  context.check(status === 500, `a receipt without its prices: ${status}`)
  await until('the log to name the day', () => world.server.output.includes(`${folder}: `))
  const product = (await openProducts(world.url)).find((each) => each.symbol === symbol)
  if (product === undefined) throw new Error(`${symbol} is not open without old files`)
  const detail = await visitor.get(`/api/orders/${await trade(world, visitor, product)}`)
  context.check(detail.status === 200, `an order without old files: ${detail.text}`)
  renameSync(`${folder}-away`, folder)
  await checkOldDay(scene, old, 'once its files are back')
}
