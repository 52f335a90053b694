/** Users and operators of a server that is backed up and restored: traders, customers with photos, a withdrawal. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { withdrawal } from '#contract/cashier.ts'
import { problem } from '#contract/errors.ts'
import { submitVerification } from '#contract/endpoints/verification.ts'
import type { Product } from '#contract/product.ts'
import { addCrowd } from '#support/crowd-orders.ts'
import { addSender } from '#support/kill-commands.ts'
import { openProducts, withRunning } from '#support/killable-server.ts'
import { codeProof } from '#support/operator-code.ts'
import { verificationForm } from '#support/photos.ts'
import type { RestoreWorld } from '#support/restore-world.ts'
import { openPage, type TestPage } from '#support/socket-page.ts'
import { pause } from '#support/until.ts'
import { type Answer, Visitor } from '#support/visitor.ts'

const SCRIPT = fileURLToPath(new URL('../../scripts/operator.ts', import.meta.url))
const TRADING_PASSWORD = 'another-mule-8-stapler'
const OPERATOR_PASSWORD = 'a-mule-behind-7-desks'
const SHORT_MS = 30_000
const LONG_MS = 120_000
const PAUSE_MS = 400

const SETTLED = ['won', 'lost', 'draw', 'void']

const position = z.object({ id: z.string(), status: z.string() })
const listed = z.array(position)
const orderReply = z.object({ order: z.object({ id: z.string() }) })
const withdrawalReply = z.object({ withdrawal })

/** The code of a refusal; empty if the answer is none. */
export const codeOf = ({ body }: Pick<Answer, 'body'>): string =>
  problem.safeParse(body).data?.code ?? ''

function visitorWith(url: string, cookie: string): Visitor {
  const visitor = new Visitor(url)
  const [name = '', value = ''] = cookie.split('=')
  visitor.cookies.set(name, value)
  return visitor
}

/** An order that was acknowledged. Times are of the database, ms. */
export interface Placed {
  id: string
  key: string
  trader: Visitor
  body: object
  sentAt: number
  answeredAt: number
}

/** The numbers of orders. */
export const idsOf = (placed: readonly Placed[]): string[] => placed.map(({ id }) => id)

/** Traders who place one order after the other while they are on. */
class Traders {
  readonly placed: Placed[] = []
  readonly visitors: readonly Visitor[]
  readonly #world: RestoreWorld
  readonly #pick: (count: number) => number
  #running: Promise<void>[] = []
  #isOn = false

  constructor(world: RestoreWorld, cookies: readonly string[], pick: (count: number) => number) {
    this.#world = world
    this.visitors = cookies.map((cookie) => visitorWith(world.url, cookie))
    this.#pick = pick
  }
  async on(): Promise<void> {
    const products = await openProducts(this.#world.url, this.#world.now + 10 * LONG_MS)
    this.#isOn = true
    this.#running = this.visitors.map((visitor) => this.#trade(visitor, products))
  }
  async off(): Promise<void> {
    this.#isOn = false
    await Promise.all(this.#running)
  }
  /** Null if the order was refused or not answered. */
  async order(trader: Visitor, body: object, key = this.#world.newKey()): Promise<Placed | null> {
    const sentAt = Date.now()
    const answer = await trader.command('/api/orders', body, key).catch(() => null)
    const bought = orderReply.safeParse(answer?.body)
    if (!bought.success) return null
    const { id } = bought.data.order
    const placed = { id, key, trader, body, sentAt, answeredAt: Date.now() }
    this.placed.push(placed)
    return placed
  }
  bodyOf(product: Product, durationMs = SHORT_MS): object {
    const { symbol, terms } = product
    const direction = this.#pick(2) === 0 ? 'up' : 'down'
    return { symbol, direction, stake: '1.00', durationMs, termsId: terms.termsId }
  }
  async #trade(visitor: Visitor, products: readonly Product[]): Promise<void> {
    while (this.#isOn) {
      const product = products[this.#pick(products.length)]
      if (product === undefined) throw new Error('no product is open')
      const isLong = this.#pick(3) === 0
      await this.order(visitor, this.bodyOf(product, isLong ? LONG_MS : SHORT_MS))
      await pause(PAUSE_MS / 2 + this.#pick(PAUSE_MS))
    }
  }
}

/** An operator, who logs in at the desk with a password and an authenticator. */
class Operator {
  readonly name: string
  readonly visitor: Visitor
  readonly #world: RestoreWorld
  readonly #secret: string

  constructor(world: RestoreWorld, name: string) {
    this.name = name
    this.#world = world
    this.visitor = new Visitor(world.url)
    const args = [SCRIPT, 'add', name, '--data-dir', world.data]
    const env = { PATH: process.env['PATH'] ?? '', ENV_FILE: '' }
    const input = `${OPERATOR_PASSWORD}\n`
    const { stdout, stderr } = spawnSync(process.execPath, args, { env, input, encoding: 'utf8' })
    const [, secret] = / {2}secret +(\S+)/.exec(stdout) ?? []
    if (secret === undefined) throw new Error(`no operator: ${stdout}${stderr}`)
    this.#secret = secret
  }
  async logIn(): Promise<void> {
    const { name, visitor } = this
    const proof = codeProof(this.#secret, this.#world.now)
    const body = { name, password: OPERATOR_PASSWORD, proof }
    const answer = await visitor.post('/api/desk/session', body)
    if (answer.status !== 200) throw new Error(`desk log-in of ${name}: ${answer.text}`)
  }
  step(id: string, step: string): Promise<Answer> {
    return this.visitor.post(`/api/desk/withdrawals/${id}/step`, { step })
  }
  lift(): Promise<Answer> {
    return this.visitor.post('/api/desk/restore-hold/lift')
  }
}

/** A user whose identity check has a photo. */
export interface Photographed {
  visitor: Visitor
  photo: string
}

const DOCUMENTS = ['C01X00T47', 'L01X00T47', 'P01X00T47']

/** Sends an identity in, and has it approved. */
async function photographed(
  world: RestoreWorld,
  visitor: Visitor,
  { idNumber, operator }: { idNumber: string; operator: Operator },
): Promise<Photographed> {
  const form = await verificationForm(visitor, { nationality: 'DE', name: 'Anna Müller', idNumber })
  const sent = await visitor.command('/api/verification', form, world.newKey())
  if (sent.status !== 200) throw new Error(`identity: ${sent.text}`)
  submitVerification.reply.parse(sent.body)
  const { body } = await operator.visitor.get('/api/desk/verifications')
  const [item] = z.object({ items: z.array(z.object({ id: z.string() })) }).parse(body).items
  const path = `/api/desk/verifications/${item?.id}`
  await operator.visitor.get(path)
  const decided = await operator.visitor.post(`${path}/decision`, { decision: 'approve' })
  if (decided.status !== 200) throw new Error(`decision: ${decided.text}`)
  return { visitor, photo: form.frontPhoto }
}

export interface Users {
  traders: Traders
  operators: readonly [Operator, Operator]
  customer: Visitor
  /** What the customer withdraws. */
  withdrawal: string
  photos: readonly Photographed[]
}

/** The answer to a request to withdraw. */
export const withdraw = (world: RestoreWorld, customer: Visitor): Promise<Answer> => {
  const body = { amount: '25.00', fee: '2.00', tradingPassword: TRADING_PASSWORD, proof: null }
  return customer.command('/api/withdrawals', body, world.newKey())
}

/** Makes the users of a running server. */
export async function enter(
  world: RestoreWorld,
  traders: number,
  pick: (count: number) => number,
): Promise<Users> {
  const made = await withRunning(world.data, async (owner) => {
    const wish = { url: world.url, now: world.now }
    const customer = await addSender({ owner }, { ...wish, established: true })
    const others = []
    for (const idNumber of DOCUMENTS) {
      const { visitor } = await addSender({ owner }, { ...wish, established: false })
      others.push({ visitor, idNumber })
    }
    return { customer: customer.visitor, others, cookies: await addCrowd(owner, traders) }
  })
  const operators = [new Operator(world, 'anna'), new Operator(world, 'berta')] as const
  const [operator] = operators
  await operator.logIn()
  const photos: Photographed[] = []
  for (const { visitor, idNumber } of made.others) {
    photos.push(await photographed(world, visitor, { idNumber, operator }))
  }
  const asked = await withdraw(world, made.customer)
  const { id } = withdrawalReply.parse(asked.body).withdrawal
  return {
    traders: new Traders(world, made.cookies, pick),
    operators,
    customer: made.customer,
    withdrawal: id,
    photos,
  }
}

/** Deletes the photos of a user's identity check. */
export const deletePhotos = async ({ visitor }: Photographed): Promise<boolean> =>
  (await visitor.ask('DELETE', '/api/verification/photos')).status === 200

/** Whether a user gets a photo. */
export const isReadable = async ({ visitor, photo }: Photographed): Promise<boolean> =>
  (await visitor.get(`/api/photos/${photo}`)).status === 200

/** Open pages that hear of positions. */
export class PositionPages {
  readonly #pages: TestPage[] = []

  async open(url: string, visitors: readonly Visitor[]): Promise<void> {
    for (const visitor of visitors) {
      const page = await openPage(url, { cookie: visitor.cookieHeader, origin: url })
      await page.watch('positions')
      this.#pages.push(page)
    }
  }
  /** The positions that were open when the pages opened, and those of them that a page was told the result of. */
  told(): { open: Set<string>; settled: Set<string> } {
    const frames = this.#pages.flatMap((page) => page.of('positions'))
    const open = new Set(
      frames.flatMap(([, , , kind, , data]) =>
        kind === 'snapshot' ? listed.parse(data).map(({ id }) => id) : [],
      ),
    )
    const settled = new Set(
      frames.flatMap(([, , , kind, , data]) => {
        const { id, status } = kind === 'delta' ? position.parse(data) : { id: '', status: '' }
        return open.has(id) && SETTLED.includes(status) ? [id] : []
      }),
    )
    return { open, settled }
  }
  close(): void {
    for (const page of this.#pages.splice(0)) page.close()
  }
}
