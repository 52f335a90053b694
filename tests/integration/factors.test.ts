import { MINUTE_MS } from '#contract/time.ts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { FactorProof } from '#contract/factors.ts'
import * as rows from '#contract/endpoints/security.ts'
import { problem } from '#contract/errors.ts'
import { profile } from '#contract/profile.ts'
import { createCredentials } from '#server/identity/credentials.ts'
import { createOwnPasskeys, type OwnPasskeysParts } from '#server/identity/own-passkeys.ts'
import { createPasswordCheck } from '#server/identity/password-check.ts'
import { createPasswordHasher } from '#server/identity/password-hasher.ts'
import { selectProfileJson } from '#server/profile/profile.ts'
import { createStepUp, type StepUp } from '#server/identity/step-up.ts'
import { createThrottle } from '#server/identity/throttle.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import { openVault } from '#server/platform/vault.ts'
import { type TestServer, type TestUser, testServer } from '#support/server.ts'
import { SoftwareAuthenticator } from '#support/software-authenticator.ts'
import { type Answer, Visitor } from '#support/visitor.ts'

const STEP_MS = 30_000
let now = 1_700_000_010_000
const clock: MarketClock = {
  now: () => now,
  at: () => () => undefined,
  every: () => () => undefined,
}
const pass = (ms: number): void => {
  now += ms
}
let its: TestServer
let stepUp: StepUp
let sweeping: Omit<OwnPasskeysParts, 'checkPassword' | 'stepUp'>
const unasked = (): Promise<never> => Promise.reject(new Error('no password is asked for'))
/** As a page sees the server: passkeys need a name, not an address. */
let origin: string
let user: TestUser
let userId: bigint

beforeAll(async () => {
  its = await testServer({ clock })
  const { db, config } = its
  const hasher = await createPasswordHasher({ memoryCost: 64, timeCost: 1 })
  const passwords = createCredentials({ credentials: its.pools.credentials, clock, hasher })
  const parts = { db, hub: its.app.hub, clock, passwords, throttle: createThrottle(db, clock) }
  const vault = await openVault(config.dataFolder)
  sweeping = { ...parts, vault, appName: () => 'Fairtick' }
  const checkPassword = createPasswordCheck(parts)
  stepUp = createStepUp({ ...parts, vault, checkPassword, allowedOrigins: [] })
  origin = its.url.replace('127.0.0.1', 'localhost')
})
afterAll(() => its.close())
beforeEach(async () => {
  pass(10 * MINUTE_MS)
  user = await its.registerUser()
  const [row] = await its.owner.query<{ id: bigint }>('select id from users where account = $1', [
    user.account,
  ])
  userId = row?.id ?? 0n
})

const codeOf = (answer: Answer): string => problem.parse(answer.body).code
const factors = async () =>
  profile.parse(JSON.parse(await selectProfileJson(its.db, userId))).factors
const send = (path: string, body: object) => user.visitor.post(`/api/factors${path}`, body)
const refused = (code: string, params: object = {}) =>
  expect.objectContaining({ code, params: expect.objectContaining(params) })
const codeAt = (secret: string, timestamp: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })

async function turnTotpOn(): Promise<{ secret: string; codes: string[] }> {
  const started = await send('/totp', { password: user.password })
  const { secret } = rows.startTotp.reply.parse(started.body)
  const confirmed = await send('/totp/confirm', { code: codeAt(secret, now) })
  const { recoveryCodes } = rows.confirmTotp.reply.parse(confirmed.body)
  pass(STEP_MS)
  return { secret, codes: recoveryCodes }
}
/** Fails if the proof is wrong. */
const prove = (proof: FactorProof | null, bound = 'this'): Promise<void> =>
  stepUp.secondFactor({ userId, proof, bound }).then(() => undefined)
const totp = (code: string): FactorProof => ({ kind: 'totp', code })
const recovery = (code: string): FactorProof => ({ kind: 'recovery', code })
const passkey = (answer: object): FactorProof => ({
  kind: 'passkey',
  answer: z.record(z.string(), z.unknown()).parse(answer),
})

/** From a page of that name: browsers make no passkeys for an address. */
function fromPage(path: string, body: object): Promise<Answer> {
  const page = new Visitor(origin)
  for (const [name, value] of user.visitor.cookies) page.cookies.set(name, value)
  return page.post(`/api/factors${path}`, body)
}
async function offered(): Promise<unknown> {
  const answer = await fromPage('/passkeys/options', { password: user.password })
  return rows.startPasskey.reply.parse(answer.body).options
}
/** For one change of what guards the account. */
async function challenged(what: string): Promise<unknown> {
  const asked = await send('/challenge', { what })
  return rows.challengeFactor.reply.parse(asked.body).options
}
async function addPasskey(device = new SoftwareAuthenticator(origin)) {
  const answer = device.create(await offered())
  const added = await fromPage('/passkeys', { name: 'My phone', answer })
  expect([added.status, added.text]).toEqual([204, ''])
  return device
}

describe('an authenticator app', () => {
  it('is on from its first right code on, and gives ten recovery codes once', async () => {
    const started = await send('/totp', { password: user.password })
    const { secret, uri } = rows.startTotp.reply.parse(started.body)
    expect(uri).toContain(`otpauth://totp/Fairtick:${user.account}?`)
    expect(uri).toContain(`secret=${secret}`)
    expect((await factors()).totp).toBe(false)
    await expect(prove(null)).resolves.toBeUndefined()
    expect(codeOf(await send('/totp/confirm', { code: codeAt(secret, now - 5 * STEP_MS) }))).toBe(
      'factor_wrong',
    )
    const answer = await send('/totp/confirm', { code: codeAt(secret, now) })
    const { recoveryCodes } = rows.confirmTotp.reply.parse(answer.body)
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await factors()).toMatchObject({ totp: true, recoveryCodesLeft: 10 })
    expect(codeOf(await send('/totp', { password: user.password }))).toBe('factor_already_on')
    expect(codeOf(await send('/totp/confirm', { code: codeAt(secret, now) }))).toBe(
      'factor_already_on',
    )
    await expect(prove(null)).rejects.toEqual(refused('factor_required', { methods: 'totp' }))
  })

  it('is asked for with the password, and its secret stands sealed', async () => {
    expect(codeOf(await send('/totp', { password: 'not-the-password' }))).toBe('old_password_wrong')
    const { secret, codes } = await turnTotpOn()
    const stored = await its.owner.query<{ all: string }>(
      `select t::text || (select string_agg(r::text, '') from recovery_codes r) as all
       from totp_factors t where user_id = $1`,
      [userId],
    )
    const text = JSON.stringify(stored)
    const hex = Buffer.from(Secret.fromBase32(secret).bytes).toString('hex')
    for (const seen of [secret, hex, ...codes]) expect(text).not.toContain(seen)
  })

  it('takes codes one step around now, and each step once', async () => {
    const { secret } = await turnTotpOn()
    pass(10 * STEP_MS)
    await expect(prove(totp(codeAt(secret, now - 2 * STEP_MS)))).rejects.toThrow('factor_wrong')
    await expect(prove(totp(codeAt(secret, now + 2 * STEP_MS)))).rejects.toThrow('factor_wrong')
    await prove(totp(codeAt(secret, now - STEP_MS)))
    await expect(prove(totp(codeAt(secret, now - STEP_MS)))).rejects.toThrow('factor_wrong')
    await prove(totp(codeAt(secret, now)))
    await prove(totp(codeAt(secret, now + STEP_MS)))
    // A later step was used, so that an withPushFanout earlier one is worth nothing.
    await expect(prove(totp(codeAt(secret, now)))).rejects.toThrow('factor_wrong')
  })

  it('takes one of two uses of a code at the same time', async () => {
    const { secret } = await turnTotpOn()
    const both = await Promise.allSettled([1, 2].map(() => prove(totp(codeAt(secret, now)))))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('gives a code back when what it proved was not done', async () => {
    const { secret } = await turnTotpOn()
    const attempt = { userId, proof: totp(codeAt(secret, now)), bound: 'this' }
    const undone = stepUp.withProof(attempt, (use) =>
      its.db.transaction(async (tx) => {
        await use(tx)
        throw new Error('not done')
      }),
    )
    await expect(undone).rejects.toThrow('not done')
    await expect(stepUp.secondFactor(attempt)).resolves.toEqual(expect.any(BigInt))
  })

  it('cannot be guessed for long, and time forgives', async () => {
    const { secret } = await turnTotpOn()
    const wrong = codeAt(secret, now + 500 * STEP_MS)
    for (let i = 0; i < 6; i += 1) await expect(prove(totp(wrong))).rejects.toThrow('factor_wrong')
    await expect(prove(totp(codeAt(secret, now)))).rejects.toThrow('rate_limited')
    pass(6 * MINUTE_MS)
    await expect(prove(totp(codeAt(secret, now)))).resolves.toBeUndefined()
  })

  it('goes with the password and a proof, its recovery codes with it', async () => {
    const { secret, codes } = await turnTotpOn()
    const off = (password: string, proof: FactorProof) => send('/totp/remove', { password, proof })
    const good = totp(codeAt(secret, now))
    expect(codeOf(await off('not-the-password', good))).toBe('old_password_wrong')
    expect(codeOf(await off(user.password, totp('000000')))).toBe('factor_wrong')
    expect((await factors()).totp).toBe(true)
    expect((await off(user.password, good)).status).toBe(204)
    expect(await factors()).toMatchObject({ totp: false, recoveryCodesLeft: 0 })
    await expect(prove(null)).resolves.toBeUndefined()
    expect(codeOf(await off(user.password, recovery(codes[0] ?? '')))).toBe('not_found')
  })

  it('tells the user with a message each time', async () => {
    const { codes } = await turnTotpOn()
    await send('/totp/remove', { password: user.password, proof: recovery(codes[0] ?? '') })
    const messages = await its.owner.query(
      `select params from messages where user_id = $1 and kind = 'factor_changed' order by id`,
      [userId],
    )
    expect(messages).toEqual([
      { params: { factor: 'totp', change: 'added' } },
      { params: { factor: 'totp', change: 'removed' } },
    ])
  })
})

describe('a recovery code', () => {
  it('works once, and says how many are left', async () => {
    const { codes } = await turnTotpOn()
    await prove(recovery(codes[3] ?? ''))
    await expect(prove(recovery(codes[3] ?? ''))).rejects.toThrow('factor_wrong')
    expect((await factors()).recoveryCodesLeft).toBe(9)
  })

  it('works for one of two who use it at the same time', async () => {
    const { codes } = await turnTotpOn()
    const all = await Promise.allSettled([1, 2, 3].map(() => prove(recovery(codes[0] ?? ''))))
    const statuses = all.map(({ status }) => status).toSorted()
    expect(statuses).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect((await factors()).recoveryCodesLeft).toBe(9)
  })

  it('works for its own user alone', async () => {
    const { codes } = await turnTotpOn()
    user = await its.registerUser()
    const [row] = await its.owner.query<{ id: bigint }>('select id from users where account = $1', [
      user.account,
    ])
    userId = row?.id ?? 0n
    await turnTotpOn()
    await expect(prove(recovery(codes[0] ?? ''))).rejects.toThrow('factor_wrong')
  })
})

describe('a passkey', () => {
  it('is made with the password, kept with its name, and proves itself again and again', async () => {
    const wrong = await fromPage('/passkeys/options', { password: 'not-the-password' })
    expect(codeOf(wrong)).toBe('old_password_wrong')
    const device = await addPasskey()
    expect((await factors()).passkeys).toMatchObject([
      { id: device.name, name: 'My phone', lastUsedAt: null },
    ])
    await expect(prove(null)).rejects.toEqual(refused('factor_required', { methods: 'passkey' }))
    for (let use = 0; use < 3; use += 1) {
      pass(MINUTE_MS)
      await prove(passkey(device.get(await stepUp.challenge(userId, 'this'))))
    }
    expect((await factors()).passkeys[0]?.lastUsedAt).toBe(now)
  })

  it('confirms what it was asked for and nothing else', async () => {
    const device = await addPasskey()
    const hundred = '10000|100|7'
    const answer = passkey(device.get(await stepUp.challenge(userId, hundred)))
    await expect(prove(answer, '99900|100|7')).rejects.toThrow('factor_wrong')
    await expect(prove(answer, '10000|100|8')).rejects.toThrow('factor_wrong')
    await expect(prove(answer, hundred)).resolves.toBeUndefined()
    await expect(prove(answer, hundred)).rejects.toThrow('factor_wrong')
  })

  it('answers within five minutes, to the newest challenge', async () => {
    const device = await addPasskey()
    const late = passkey(device.get(await stepUp.challenge(userId, 'this')))
    pass(5 * MINUTE_MS + 1)
    await expect(prove(late)).rejects.toThrow('factor_wrong')
    const first = passkey(device.get(await stepUp.challenge(userId, 'this')))
    const second = passkey(device.get(await stepUp.challenge(userId, 'this')))
    await expect(prove(first)).rejects.toThrow('factor_wrong')
    await expect(prove(second)).resolves.toBeUndefined()
  })

  it('is refused from another site, by another device, and as a copy that fell behind', async () => {
    const device = await addPasskey()
    const options = async () => stepUp.challenge(userId, 'this')
    // The last is of the same host, so that the site's name alone does not tell it.
    for (const elsewhere of ['https://evil.example', 'http://localhost:1']) {
      device.origin = elsewhere
      await expect(prove(passkey(device.get(await options())))).rejects.toThrow('factor_wrong')
    }
    device.origin = origin
    const forger = new SoftwareAuthenticator(origin)
    const forged = forger.get({ ...(await options()), allowCredentials: [{ id: forger.name }] })
    const claimed = { ...forged, id: device.name, rawId: device.name }
    await expect(prove(passkey(claimed))).rejects.toThrow('factor_wrong')
    device.counter = 8
    await prove(passkey(device.get(await options())))
    device.counter = 3
    await expect(prove(passkey(device.get(await options())))).rejects.toThrow('factor_wrong')
  })

  it('is made only for a challenge of this page, once, and by its own user', async () => {
    const device = new SoftwareAuthenticator(origin)
    const answer = device.create(await offered())
    const elsewhere = await send('/passkeys', { name: 'Elsewhere', answer })
    expect(codeOf(elsewhere)).toBe('factor_wrong')
    expect((await fromPage('/passkeys', { name: 'Mine', answer })).status).toBe(204)
    expect(codeOf(await fromPage('/passkeys', { name: 'Twice', answer }))).toBe('factor_wrong')
    user = await its.registerUser()
    const stolen = device.create(await offered())
    expect(codeOf(await fromPage('/passkeys', { name: 'Stolen', answer: stolen }))).toBe(
      'factor_wrong',
    )
    expect(codeOf(await fromPage('/passkeys', { name: 'Junk', answer: { id: 7 } }))).toBe(
      'factor_wrong',
    )
  })

  it('has at most four others beside it', async () => {
    for (let i = 0; i < 4; i += 1) await addPasskey()
    const sixth = new SoftwareAuthenticator(origin)
    const options = await offered()
    await addPasskey()
    const late = await fromPage('/passkeys', { name: 'Sixth', answer: sixth.create(options) })
    expect(codeOf(late)).toBe('too_many_passkeys')
    const full = await fromPage('/passkeys/options', { password: user.password })
    expect(problem.parse(full.body)).toMatchObject({
      code: 'too_many_passkeys',
      params: { limit: 5 },
    })
  })

  it('is forgotten with the password and a proof, and asked for no more', async () => {
    const device = await addPasskey()
    const forget = (id: string, password: string, proof: FactorProof | null) =>
      send(`/passkeys/${id}/remove`, { password, proof })
    const proved = async () => passkey(device.get(await challenged('passkey_removal')))
    expect(codeOf(await forget(device.name, 'not-the-password', null))).toBe('old_password_wrong')
    expect(codeOf(await forget(device.name, user.password, null))).toBe('factor_required')
    const forLess = passkey(device.get(await challenged('log_in_factor')))
    expect(codeOf(await forget(device.name, user.password, forLess))).toBe('factor_wrong')
    expect(codeOf(await forget('A'.repeat(43), user.password, await proved()))).toBe('not_found')
    expect((await factors()).passkeys).toHaveLength(1)
    expect((await forget(device.name, user.password, await proved())).status).toBe(204)
    await expect(prove(null)).resolves.toBeUndefined()
    await expect(stepUp.challenge(userId, 'this')).rejects.toThrow('not_found')
  })

  it('goes two days after its owner said that it is lost, told at once, unless it is used before', async () => {
    const device = await addPasskey()
    const lost = { password: user.password, lost: true }
    const { sweep } = createOwnPasskeys({ ...sweeping, checkPassword: unasked, stepUp })
    expect((await send(`/passkeys/${device.name}/remove`, lost)).status).toBe(204)
    const until = now + 48 * 60 * MINUTE_MS
    expect((await factors()).passkeys).toMatchObject([{ removalAt: until }])
    const [message] = await its.owner.query(
      `select params from messages where user_id = $1 and kind = 'passkey_removal_asked'`,
      [userId],
    )
    expect(message).toEqual({ params: { name: 'My phone', until: `${until}` } })
    // It is asked for as before, and its use shows that it is not lost.
    await expect(prove(null)).rejects.toThrow('factor_required')
    await prove(passkey(device.get(await stepUp.challenge(userId, 'this'))))
    expect((await factors()).passkeys).toMatchObject([{ removalAt: null }])
    expect((await send(`/passkeys/${device.name}/remove`, lost)).status).toBe(204)
    pass(48 * 60 * MINUTE_MS - 1)
    await sweep()
    expect((await factors()).passkeys).toHaveLength(1)
    pass(1)
    await sweep()
    expect((await factors()).passkeys).toHaveLength(0)
    await expect(prove(null)).resolves.toBeUndefined()
  })

  it('can turn the authenticator off, but not with an answer about money', async () => {
    const device = await addPasskey()
    await turnTotpOn()
    const off = (answer: object) =>
      send('/totp/remove', { password: user.password, proof: passkey(answer) })
    const aboutMoney = device.get(await stepUp.challenge(userId, 'totp'))
    expect(codeOf(await off(aboutMoney))).toBe('factor_wrong')
    const asked = await send('/totp/challenge', {})
    const { options } = rows.challengeTotpRemoval.reply.parse(asked.body)
    expect((await off(device.get(options))).status).toBe(204)
    expect(await factors()).toMatchObject({ totp: false, passkeys: [{ id: device.name }] })
  })
})

describe('the trading password', () => {
  it('is asked for apart from the login password, and counted', async () => {
    const ask = (password: string) => stepUp.tradingPassword(userId, password, '10.0.0.1')
    await expect(ask(user.tradingPassword)).resolves.toBeUndefined()
    await expect(ask(user.password)).rejects.toThrow('trading_password_wrong')
    for (let i = 0; i < 5; i += 1) await expect(ask('wrong')).rejects.toThrow('trading_password')
    await expect(ask(user.tradingPassword)).rejects.toThrow('rate_limited')
    // From where the owner is, it still works.
    const elsewhere = stepUp.tradingPassword(userId, user.tradingPassword, '10.0.0.2')
    await expect(elsewhere).resolves.toBeUndefined()
    pass(MINUTE_MS)
    await expect(ask(user.tradingPassword)).resolves.toBeUndefined()
  })
})
