import { MINUTE_MS, SECOND_MS } from '#contract/time.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listTerms } from '#contract/endpoints/public-records.ts'
import { listProducts } from '#contract/endpoints/market.ts'
import { problem } from '#contract/errors.ts'
import { PRODUCTS, termsText } from '#server/market/catalogue.ts'
import { registerProducts } from '#server/market/product-store.ts'
import { TERMS_NOTICE_MS } from '#server/market/terms-schedule.ts'
import { sha256 } from '#support/chained.ts'
import { manualClock, playTime } from '#support/manual-clock.ts'
import { openSimulated } from '#support/market-fixture.ts'
import { type TestServer, type TestUser, testServer } from '#support/server.ts'

const START = Date.parse('2026-11-18T13:20:30.250Z')
const SYMBOL = 'BTCUSDT'
const clock = manualClock(START)
const bitcoin = PRODUCTS.filter(({ symbol }) => symbol === SYMBOL)
const [product = fail()] = bitcoin
const { termsId: _, ...terms } = product.terms
const changed = { ...terms, bandBps: 2_000 }
const NEXT_ID = sha256(termsText(SYMBOL, changed)).slice(0, 16)

let its: TestServer
let user: TestUser
let changesAt = 0
function fail(): never {
  throw new Error('no product')
}
beforeAll(async () => {
  its = await testServer({ clock, openMarket: openSimulated(SYMBOL) })
  user = await its.registerUser()
  await user.visitor.command('/api/practice-money', {})
  await play(5_000)
})
afterAll(() => its.close())

const play = (ms: number): Promise<void> => playTime(clock, ms)
/** As for a server that was stopped until then, and a while more. */
async function restartAt(timeMs: number): Promise<void> {
  await its.app.close()
  await clock.advance(timeMs - clock.now())
  await its.restart()
  await play(3_000)
}
const offered = async () => {
  const { products } = await its.visitor().read(listProducts.reply, '/api/products')
  return products[0]?.terms ?? fail()
}
const order = async (durationMs: number, termsId: string) => {
  const body = { symbol: SYMBOL, direction: 'up', stake: '10', durationMs, termsId }
  const answer = await user.visitor.command('/api/orders', body)
  return answer.status === 200 ? 'accepted' : problem.parse(answer.body).code
}

it('announces a change a day before, in public, and goes on with the terms in force', async () => {
  const next = { ...product, terms: { termsId: NEXT_ID, ...changed } }
  await registerProducts(its.owner, [next], clock.now())
  changesAt = clock.now() + TERMS_NOTICE_MS
  const { terms: public_ } = await its.visitor().read(listTerms.reply, '/api/public/terms')
  expect(public_.filter(({ symbol }) => symbol === SYMBOL)).toMatchObject([
    { termsId: product.terms.termsId, since: START },
    { termsId: NEXT_ID, since: changesAt },
  ])
  expect(await offered()).toEqual(product.terms)
})

it('is refused by the database without notice', async () => {
  const insert = (validFrom: number) =>
    its.owner.query(`insert into terms_schedule values (18, ${validFrom}, '${NEXT_ID}')`).then(
      () => 'done',
      (error: Error) => error.message,
    )
  expect(await insert(clock.now() + MINUTE_MS)).toMatch(/only with notice/)
  expect(await insert(changesAt - SECOND_MS)).toMatch(/only with notice/)
})

it('takes no order that would reach over the change, and from then on has the new terms', async () => {
  // The catalogue of this release has the former terms, so a start announces them again, for a day later.
  await restartAt(changesAt - 5.5 * MINUTE_MS)
  expect(await offered()).toEqual(product.terms)
  expect(await order(60_000, product.terms.termsId)).toBe('accepted')
  expect(await order(300_000, product.terms.termsId)).toBe('expiry_past_close')
  expect(await order(60_000, NEXT_ID)).toBe('terms_changed')
  await restartAt(changesAt + SECOND_MS)
  expect(await offered()).toMatchObject({ termsId: NEXT_ID, bandBps: 2_000 })
  expect(await order(60_000, product.terms.termsId)).toBe('terms_changed')
  expect(await order(60_000, NEXT_ID)).toBe('market_closed')
  await play(10_000)
  expect(await order(60_000, NEXT_ID)).toBe('accepted')
})
