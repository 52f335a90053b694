import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmTotp, startPasskey, startTotp } from '#contract/endpoints/security.ts'
import { type CashierVisit, cashierVisit, withdrawalIn } from '#support/cashier-visit.ts'
import { faultsOf } from '#support/ledger-room.ts'
import { manualClock } from '#support/manual-clock.ts'
import { type TestServer, testServer } from '#support/server.ts'
import { SoftwareAuthenticator } from '#support/software-authenticator.ts'
import { until } from '#support/until.ts'
import { Visitor, type Answer } from '#support/visitor.ts'

const clock = manualClock(Date.UTC(2026, 4, 4, 10))
const OK = { amount: '100.00', fee: '2.00' }
const KEY = 'one-intent-of-the-test'
let server: TestServer

beforeAll(async () => {
  server = await testServer({ clock })
})
afterAll(async () => {
  expect(await faultsOf(server.db)).toEqual([])
  await server.close()
})

const code = ({ body }: Answer): unknown =>
  typeof body === 'object' && body !== null && 'code' in body ? body.code : null

interface Guarded extends CashierVisit {
  recoveryCodes: string[]
  /** Of this moment. */
  proof(): { kind: 'totp'; code: string }
}

/** With an authenticator turned on. */
async function guarded(): Promise<Guarded> {
  const visit = await cashierVisit(server)
  const { visitor, password } = visit
  const started = await visitor.post('/api/factors/totp', { password })
  const { secret } = startTotp.reply.parse(started.body)
  const proof = () => ({
    kind: 'totp' as const,
    code: new TOTP({ secret }).generate({ timestamp: clock.now() }),
  })
  const confirmed = await visitor.post('/api/factors/totp/confirm', { code: proof().code })
  const { recoveryCodes } = confirmTotp.reply.parse(confirmed.body)
  clock.jump(60_000)
  return { ...visit, recoveryCodes, proof }
}
const heldOf = async (visit: CashierVisit): Promise<bigint> => (await visit.balance()).held

describe('a withdrawal with a second factor on', () => {
  it('needs it', async () => {
    const visit = await guarded()
    const without = await visit.withdraw(OK)
    expect(without.body).toMatchObject({ code: 'factor_required', params: { methods: 'totp' } })
    const wrong = { kind: 'totp', code: '000000' }
    expect(code(await visit.withdraw({ ...OK, proof: wrong }))).toBe('factor_wrong')
    expect(await heldOf(visit)).toBe(0n)
  })

  it('gives the same bytes again though the code is spent, and spends no code twice', async () => {
    const visit = await guarded()
    const proof = visit.proof()
    const first = await visit.withdraw({ ...OK, proof }, KEY)
    expect(withdrawalIn(first)).toMatchObject({ status: 'requested' })
    expect((await visit.withdraw({ ...OK, proof }, KEY)).text).toBe(first.text)
    expect(code(await visit.withdraw({ ...OK, proof }))).toBe('factor_wrong')
    expect(await heldOf(visit)).toBe(10_000n)
  })

  it('holds the amount once when many copies of it arrive at the same time', async () => {
    const visit = await guarded()
    const body = { ...OK, proof: visit.proof() }
    // As many as the throttle admits before the first is known to be right.
    const copies = Array.from({ length: 6 }, () => visit.withdraw(body, KEY))
    const answers = new Set((await Promise.all(copies)).map(({ text }) => text))
    expect(answers.size).toBe(1)
    expect(await heldOf(visit)).toBe(10_000n)
  })

  it('keeps a code good when the withdrawal itself is refused', async () => {
    const visit = await guarded()
    const proof = visit.proof()
    const tooMuch = { amount: '20000.00', fee: '100.00', proof }
    expect(code(await visit.withdraw(tooMuch))).toBe('available_too_low')
    expect((await visit.withdraw({ ...OK, proof })).status).toBe(200)
  })

  it('takes each recovery code once', async () => {
    const visit = await guarded()
    const proof = { kind: 'recovery', code: visit.recoveryCodes[0] }
    expect((await visit.withdraw({ ...OK, proof })).status).toBe(200)
    expect(code(await visit.withdraw({ ...OK, proof }))).toBe('factor_wrong')
  })
})

/** With the passwords alone, as anyone who learnt them could; gives the credential's id. */
async function addPasskey({ visitor, password }: CashierVisit): Promise<string> {
  const origin = server.url.replace('127.0.0.1', 'localhost')
  const page = new Visitor(origin)
  for (const [name, value] of visitor.cookies) page.cookies.set(name, value)
  const offered = await page.post('/api/factors/passkeys/options', { password })
  const device = new SoftwareAuthenticator(origin)
  const answer = device.create(startPasskey.reply.parse(offered.body).options)
  expect((await page.post('/api/factors/passkeys', { name: 'Another', answer })).status).toBe(204)
  return device.name
}

describe('withdrawals wait 48 h, and say so, when the passwords alone changed the second factors', () => {
  const HOLD = 48 * 3_600_000

  it('by adding another to one that is on', async () => {
    const visit = await guarded()
    await addPasskey(visit)
    const until = clock.now() + HOLD
    const refused = await visit.withdraw({ ...OK, proof: visit.proof() })
    expect(refused.body).toMatchObject({ code: 'withdrawals_on_hold', params: { until } })
    clock.jump(HOLD)
    expect((await visit.withdraw({ ...OK, proof: visit.proof() })).status).toBe(200)
  })

  it('by saying that a passkey is lost: it is asked for until then', async () => {
    const visit = await cashierVisit(server)
    const id = await addPasskey(visit)
    expect(code(await visit.withdraw(OK))).toBe('factor_required')
    const { visitor, password } = visit
    await visitor.post(`/api/factors/passkeys/${id}/remove`, { password, lost: true })
    expect(code(await visit.withdraw(OK))).toBe('factor_required')
    await clock.leap(HOLD)
    await until('a withdrawal', async () => (await visit.withdraw(OK)).status === 200)
  })

  it('by turning the authenticator on beside a passkey', async () => {
    const visit = await cashierVisit(server)
    await addPasskey(visit)
    const { visitor, password } = visit
    const started = await visitor.post('/api/factors/totp', { password })
    const { secret } = startTotp.reply.parse(started.body)
    const now = () => new TOTP({ secret }).generate({ timestamp: clock.now() })
    expect((await visitor.post('/api/factors/totp/confirm', { code: now() })).status).toBe(200)
    clock.jump(60_000)
    const proof = { kind: 'totp', code: now() }
    expect(code(await visit.withdraw({ ...OK, proof }))).toBe('withdrawals_on_hold')
  })
})
