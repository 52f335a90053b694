import { HOUR_MS } from '#contract/time.ts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { FactorProof } from '#contract/factors.ts'
import * as rows from '#contract/endpoints/security.ts'
import { problem } from '#contract/errors.ts'
import { profile } from '#contract/profile.ts'
import { selectProfileJson } from '#server/profile/profile.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import { type TestServer, type TestUser, testServer } from '#support/server.ts'
import { SoftwareAuthenticator } from '#support/software-authenticator.ts'
import { until } from '#support/until.ts'
import { type Answer, Visitor } from '#support/visitor.ts'

const STEP_MS = 30_000
let now = 1_700_000_010_000
const clock: MarketClock = {
  now: () => now,
  at: () => () => undefined,
  every: () => () => undefined,
}
const NEW_PASSWORD = 'a-third-mule-9-stapler'

let its: TestServer
let origin: string
let user: TestUser
beforeAll(async () => {
  its = await testServer({ clock })
  origin = its.url.replace('127.0.0.1', 'localhost')
})
afterAll(() => its.close())
beforeEach(async () => {
  now += HOUR_MS
  user = await its.registerUser()
})

const codeOf = (answer: Answer): string => problem.parse(answer.body).code
const codeAt = (secret: string, timestamp: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
/** Each code works once: the next one is half a minute later. */
const nextCode = (secret: string): FactorProof => {
  now += STEP_MS
  return { kind: 'totp', code: codeAt(secret, now) }
}
const WRONG: FactorProof = { kind: 'totp', code: '000000' }

async function turnTotpOn(): Promise<{ secret: string; codes: string[] }> {
  const started = await user.visitor.post('/api/factors/totp', { password: user.password })
  const { secret } = rows.startTotp.reply.parse(started.body)
  const confirmed = await user.visitor.post('/api/factors/totp/confirm', {
    code: codeAt(secret, now),
  })
  return { secret, codes: rows.confirmTotp.reply.parse(confirmed.body).recoveryCodes }
}
/** As a page sees the server: passkeys need a name, not an address. */
function page(): Visitor {
  const named = new Visitor(origin)
  for (const [name, value] of user.visitor.cookies) named.cookies.set(name, value)
  return named
}
async function addPasskey(): Promise<SoftwareAuthenticator> {
  const device = new SoftwareAuthenticator(origin)
  const asked = await page().post('/api/factors/passkeys/options', { password: user.password })
  const answer = device.create(rows.startPasskey.reply.parse(asked.body).options)
  expect((await page().post('/api/factors/passkeys', { name: 'Phone', answer })).status).toBe(204)
  return device
}
const asProof = (answer: object): FactorProof => ({
  kind: 'passkey',
  answer: z.record(z.string(), z.unknown()).parse(answer),
})
const logIn = (proof: FactorProof | null, from = its.visitor(), password = user.password) =>
  from.post('/api/session', { account: user.account, password, proof })
const factors = async () => {
  const [row] = await its.owner.query<{ id: bigint }>('select id from users where account = $1', [
    user.account,
  ])
  return profile.parse(JSON.parse(await selectProfileJson(its.db, row?.id ?? 0n))).factors
}

describe('a log-in', () => {
  it('asks for the authenticator that is on, after the password, and on every device', async () => {
    expect((await logIn(null)).status).toBe(200)
    const { secret, codes } = await turnTotpOn()
    expect(codeOf(await logIn(null, its.visitor(), 'not-the-password'))).toBe('login_failed')
    for (const visitor of [its.visitor(), user.visitor]) {
      const asked = await logIn(null, visitor)
      expect([asked.status, problem.parse(asked.body)]).toMatchObject([
        409,
        { code: 'factor_required', params: { methods: 'totp' } },
      ])
      expect(asked.headers.getSetCookie()).toEqual([])
    }
    expect(codeOf(await logIn(WRONG))).toBe('factor_wrong')
    expect((await logIn(nextCode(secret))).status).toBe(200)
    expect((await logIn({ kind: 'recovery', code: codes[0] ?? '' })).status).toBe(200)
  })

  it('takes a passkey’s answer to the challenge that came with its asking, once', async () => {
    const device = await addPasskey()
    const ask = async (): Promise<unknown> => {
      const asked = problem.parse((await logIn(null, new Visitor(origin))).body)
      expect(asked).toMatchObject({ code: 'factor_required', params: { methods: 'passkey' } })
      return JSON.parse(String(asked.params?.['options']))
    }
    const proof = asProof(device.get(await ask()))
    expect((await logIn(proof, new Visitor(origin))).status).toBe(200)
    expect(codeOf(await logIn(proof, new Visitor(origin)))).toBe('factor_wrong')
    const challenge = await user.visitor.post('/api/factors/challenge', { what: 'login_password' })
    const { options } = rows.challengeFactor.reply.parse(challenge.body)
    expect(codeOf(await logIn(asProof(device.get(options))))).toBe('factor_wrong')
  })

  it('lets nobody guess codes for long, and the owner’s other tries are not used up by it', async () => {
    const { secret } = await turnTotpOn()
    const codes: string[] = []
    for (let i = 0; i < 8; i += 1) codes.push(codeOf(await logIn(WRONG)))
    expect(codes).toEqual([...Array(6).fill('factor_wrong'), 'rate_limited', 'rate_limited'])
    expect(codeOf(await logIn(nextCode(secret)))).toBe('rate_limited')
    // On a device of the owner, and where they are logged in, it still works.
    expect((await logIn(nextCode(secret), user.visitor)).status).toBe(200)
    const body = { on: false, password: user.password, proof: nextCode(secret) }
    expect((await user.visitor.post('/api/factors/log-in', body)).status).toBe(204)
  })

  it('stands in the history as a failed one when the code is wrong', async () => {
    await turnTotpOn()
    expect(codeOf(await logIn(WRONG))).toBe('factor_wrong')
    const logIns = await until('two lines', async () => {
      const read = await user.visitor.read(rows.listLogIns.reply, '/api/log-ins')
      return read.logIns.length > 1 && read.logIns
    })
    expect(logIns.map(({ succeeded }) => succeeded)).toEqual([false, true])
  })

  it('asks no more once the user said so with password and factor; the next first factor asks again', async () => {
    const { secret } = await turnTotpOn()
    expect((await factors()).atLogIn).toBe(true)
    const set = (changes: object) =>
      user.visitor.post('/api/factors/log-in', { on: false, password: user.password, ...changes })
    expect(codeOf(await set({ proof: null }))).toBe('factor_required')
    expect(codeOf(await set({ proof: WRONG }))).toBe('factor_wrong')
    expect(codeOf(await set({ password: 'not-the-password' }))).toBe('old_password_wrong')
    expect((await logIn(null)).status).toBe(409)
    expect((await set({ proof: nextCode(secret) })).status).toBe(204)
    expect((await factors()).atLogIn).toBe(false)
    expect((await logIn(null)).status).toBe(200)
    const off = { password: user.password, proof: nextCode(secret) }
    expect((await user.visitor.post('/api/factors/totp/remove', off)).status).toBe(204)
    await turnTotpOn()
    expect((await factors()).atLogIn).toBe(true)
    expect((await logIn(null)).status).toBe(409)
  })
})

describe('a change of a password', () => {
  const change = (changes: object = {}) =>
    user.visitor.post('/api/password', {
      kind: 'login',
      oldPassword: user.password,
      newPassword: NEW_PASSWORD,
      ...changes,
    })

  it.each(['login', 'trading'] as const)('%s: needs the second factor that is on', async (kind) => {
    const { secret } = await turnTotpOn()
    const oldPassword = kind === 'login' ? user.password : user.tradingPassword
    const to = (proof: FactorProof | null) => change({ kind, oldPassword, proof })
    expect(codeOf(await to(null))).toBe('factor_required')
    expect(codeOf(await to(WRONG))).toBe('factor_wrong')
    expect(codeOf(await change({ kind, oldPassword: 'not-the-password', proof: null }))).toBe(
      'old_password_wrong',
    )
    expect((await to(nextCode(secret))).status).toBe(204)
  })

  it('does not tell without the factor whether the new one is the other password', async () => {
    await turnTotpOn()
    const guessed = await change({ newPassword: user.tradingPassword, proof: null })
    expect(codeOf(guessed)).toBe('factor_required')
  })

  it('gives the code back when the change is refused', async () => {
    const { secret } = await turnTotpOn()
    const proof = nextCode(secret)
    expect(codeOf(await change({ newPassword: user.tradingPassword, proof }))).toBe(
      'passwords_equal',
    )
    expect((await change({ proof })).status).toBe(204)
  })

  it('takes a passkey’s answer to its own challenge alone', async () => {
    const device = await addPasskey()
    const proofFor = async (what: string): Promise<FactorProof> => {
      const asked = await user.visitor.post('/api/factors/challenge', { what })
      return asProof(device.get(rows.challengeFactor.reply.parse(asked.body).options))
    }
    expect(codeOf(await change({ proof: await proofFor('trading_password') }))).toBe('factor_wrong')
    expect((await change({ proof: await proofFor('login_password') })).status).toBe(204)
  })
})
