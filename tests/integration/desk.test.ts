import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as rows from '#contract/endpoints/desk.ts'
import * as sessionRows from '#contract/endpoints/desk-session.ts'
import { problem } from '#contract/errors.ts'
import type { PayoutForm } from '#contract/payout.ts'
import { profile } from '#contract/profile.ts'
import { endOperator } from '#server/desk/operator-office.ts'
import { createMarketClock, type MarketClock } from '#server/platform/clock.ts'
import { depositIn, withdrawalIn } from '#support/cashier-visit.ts'
import {
  actDigest,
  addTestOperator,
  brokenLine,
  logOf,
  operatorLogIn,
  logInOperator,
  wrongLogIn,
} from '#support/desk.ts'
import { faultsOf } from '#support/ledger-room.ts'
import { addPhoto, CHINESE_ID, CHINESE_NAME, submitIdentity } from '#support/photos.ts'
import { type TestServer, type TestUser, testServer } from '#support/server.ts'
import { openPage } from '#support/socket-page.ts'
import { until } from '#support/until.ts'
import { type Answer, saidBy, type Visitor } from '#support/visitor.ts'

const real = createMarketClock()
let shift = 0
const clock: MarketClock = { ...real, now: () => real.now() + shift }
let its: TestServer
let anna: Visitor
let berta: Visitor
beforeAll(async () => {
  its = await testServer({ clock })
  anna = await logInOperator(its, 'anna')
  berta = await logInOperator(its, 'berta')
})
afterAll(async () => {
  expect(await faultsOf(its.db)).toEqual([])
  expect(await brokenLine(its.db)).toBeNull()
  await its.close()
})

const code = (answer: Answer): string => problem.parse(answer.body).code
const CARD: PayoutForm = {
  kind: 'bank_card',
  holder: CHINESE_NAME,
  nationality: 'CN',
  bank: 'A bank',
  number: '4111111111111111',
  address: 'A branch',
}
const OTHER = { ...CARD, number: '5555555555554444', bank: 'Another bank' }

async function newest(queue: 'verifications' | 'deposits' | 'withdrawals', account: string) {
  const row = { verifications: rows.deskVerifications, deposits: rows.deskDeposits }
  const { reply } = queue === 'withdrawals' ? rows.deskWithdrawals : row[queue]
  const { items } = await anna.read(reply, `/api/desk/${queue}`)
  const found = items.findLast((item) => item.account === account)
  if (found === undefined) throw new Error(`${account} waits nowhere`)
  return found.id
}
const decide = (visitor: Visitor, path: string, reason?: string) =>
  visitor.post(
    `/api/desk/${path}/decision`,
    reason === undefined ? { decision: 'approve' } : { decision: 'reject', reason },
  )
const step = (id: string, name: string, reason?: string) =>
  anna.post(`/api/desk/withdrawals/${id}/step`, { step: name, reason })

/** Verified at the desk, with a payout account and practice money. */
async function customer(): Promise<TestUser> {
  const user = await its.registerUser()
  await submitIdentity(user.visitor, { idNumber: CHINESE_ID })
  const answer = await decide(anna, `verifications/${await newest('verifications', user.account)}`)
  expect(answer.status).toBe(200)
  expect(
    (
      await user.visitor.command('/api/payout-account', {
        account: CARD,
        tradingPassword: user.tradingPassword,
      })
    ).status,
  ).toBe(200)
  await user.visitor.command('/api/practice-money', {})
  return user
}

describe('sitting down', () => {
  it('takes a cookie of its own that no script and no other site can use', async () => {
    const visitor = its.visitor()
    await addTestOperator(its, 'carla')
    const answer = await visitor.post('/api/desk/session', operatorLogIn(its, 'carla'))
    expect(sessionRows.deskLogIn.reply.parse(answer.body).operator.name).toBe('carla')
    const [cookie, device] = answer.headers.getSetCookie()
    expect(cookie).toMatch(
      /^fairtick-desk=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/,
    )
    expect(device).toMatch(
      /^fairtick-desk-device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=7776000$/,
    )
    const me = await visitor.read(sessionRows.deskMe.reply, '/api/desk/me')
    expect(me.operator.name).toBe('carla')
  })
  it('answers alike whether the name or the password is wrong', async () => {
    const attempt = wrongLogIn('anna')
    const wrong = await its.visitor().post('/api/desk/session', attempt)
    const nobody = await its.visitor().post('/api/desk/session', { ...attempt, name: 'zora' })
    expect([wrong.status, code(wrong)]).toEqual([401, 'login_failed'])
    const odd = await its.visitor().post('/api/desk/session', { ...attempt, name: '\0a' })
    expect([odd.status, code(odd)]).toEqual([400, 'validation_failed'])
    expect(saidBy(nobody)).toBe(saidBy(wrong))
  })
  it('ends with the log-out, after twelve hours, and when the operator is disabled', async () => {
    const dora = await logInOperator(its, 'dora')
    const { cookieHeader } = dora
    await dora.ask('DELETE', '/api/desk/session')
    dora.cookies.set('fairtick-desk', /fairtick-desk=([\w-]+)/.exec(cookieHeader)?.[1] ?? '')
    expect((await dora.get('/api/desk/me')).status).toBe(404)

    const eva = await logInOperator(its, 'eva')
    // Never idle: 71 times ten minutes and a little more.
    for (let minutes = 10; minutes < 12 * 60; minutes += 10) {
      shift += 10 * 60_000
      expect((await eva.post('/api/desk/session/activity')).status).toBe(204)
    }
    shift += 9 * 60_000
    expect((await eva.get('/api/desk/me')).status).toBe(200)
    shift += 60_000
    expect((await eva.get('/api/desk/me')).status).toBe(404)
    shift = 0

    const fanny = await logInOperator(its, 'fanny')
    expect(await endOperator(its.owner, 'fanny', clock.now())).toBeNull()
    expect((await fanny.get('/api/desk/me')).status).toBe(404)
    const again = operatorLogIn(its, 'fanny')
    expect(code(await its.visitor().post('/api/desk/session', again))).toBe('login_failed')
  })
  it('is throttled where it fails, and nowhere else', async () => {
    const stranger = its.visitor()
    const tries = wrongLogIn('anna')
    const answers: number[] = []
    for (let i = 0; i < 12; i += 1) {
      answers.push((await stranger.post('/api/desk/session', tries)).status)
    }
    expect(answers.filter((status) => status === 429).length).toBeGreaterThan(0)
    expect((await anna.get('/api/desk/me')).status).toBe(200)
  })
})

describe('identities', () => {
  it('are seen in full, each look in the log, and decided once', async () => {
    const user = await its.registerUser()
    await submitIdentity(user.visitor)
    const id = await newest('verifications', user.account)
    const seen = await anna.read(rows.deskVerification.reply, `/api/desk/verifications/${id}`)
    expect(seen).toMatchObject({ name: CHINESE_NAME, idNumber: CHINESE_ID, status: 'verifying' })
    const photo = await anna.get(`/api/desk/photos/${seen.frontPhoto}`)
    expect([photo.status, photo.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect((await decide(anna, `verifications/${id}`)).status).toBe(200)
    const late = await decide(berta, `verifications/${id}`, 'photo_unreadable')
    expect([late.status, code(late)]).toEqual([409, 'document_moved_on'])
    const acts = await logOf(its.db, id)
    expect(acts.filter(({ act }) => act.startsWith('verification'))).toEqual([
      { actor: 'anna', act: 'verification_viewed' },
      { actor: 'anna', act: 'verification_approve' },
    ])
    expect(await logOf(its.db, seen.frontPhoto ?? '')).toContainEqual({
      actor: 'anna',
      act: 'photo_viewed',
    })
    const again = await user.visitor.get('/api/verification')
    expect(again.body).toMatchObject({ status: 'verified', reviewer: 'anna' })
  })
  it('of one document name each other', async () => {
    const [first, second] = [await its.registerUser(), await its.registerUser()]
    await submitIdentity(first.visitor)
    await submitIdentity(second.visitor)
    const id = await newest('verifications', second.account)
    const seen = await anna.read(rows.deskVerification.reply, `/api/desk/verifications/${id}`)
    expect(seen.sameDocument).toContain(first.account)
    expect(seen.sameDocument).not.toContain(second.account)
    expect((await decide(anna, `verifications/${id}`, 'identity_in_use')).status).toBe(200)
  })
  it('photos that no form named are nobody else’s to see', async () => {
    const user = await its.registerUser()
    const id = await addPhoto(user.visitor, 'id_front')
    expect((await anna.get(`/api/desk/photos/${id}`)).status).toBe(404)
  })
})

describe('money', () => {
  it('deposits go through review to the account, with their proof', async () => {
    const user = await customer()
    const proof = await addPhoto(user.visitor, 'deposit_proof')
    const body = { method: 'bank_transfer', amount: '250.00', proof }
    const { id } = depositIn(await user.visitor.command('/api/deposits', body))
    const listed = await anna.read(rows.deskDeposits.reply, '/api/desk/deposits')
    expect(listed.items.find((item) => item.id === id)).toMatchObject({ proof, amount: 25_000n })
    expect(code(await decide(anna, `deposits/${id}`))).toBe('document_moved_on')
    await anna.post(`/api/desk/deposits/${id}/review`)
    expect((await decide(anna, `deposits/${id}`)).status).toBe(200)
    const { available } = rowsOfBalance(await user.visitor.get('/api/balance'))
    expect(available).toBe('10250.00')
  })
  it('withdrawals show where to pay, are paid, and come back', async () => {
    const user = await customer()
    const { tradingPassword } = user
    const body = { amount: '100.00', fee: '1.00', tradingPassword, proof: null }
    const opened = await user.visitor.command('/api/withdrawals', body)
    const fee = problem.safeParse(opened.body).data?.params?.['fee']
    const asked =
      fee === undefined ? opened : await user.visitor.command('/api/withdrawals', { ...body, fee })
    const { id } = withdrawalIn(asked)
    const seen = await anna.read(rows.deskWithdrawal.reply, `/api/desk/withdrawals/${id}`)
    expect(seen.payTo).toMatchObject({ number: CARD.number, holder: CARD.holder })
    for (const name of ['review', 'approve', 'pay']) {
      expect((await step(id, name)).status).toBe(200)
    }
    expect((await step(id, 'bounce', 'destination_refused')).body).toMatchObject({
      status: 'bounced',
      reason: 'destination_refused',
    })
    const { available } = rowsOfBalance(await user.visitor.get('/api/balance'))
    expect(available).toBe('10000.00')
    expect((await logOf(its.db, id)).map(({ act }) => act)).toEqual([
      'payout_viewed',
      'withdrawal_review',
      'withdrawal_approve',
      'withdrawal_pay',
      'withdrawal_bounce',
    ])
  })
})
const rowsOfBalance = ({ body }: Answer) => body as { available: string }

describe('changing a payout account', () => {
  it('takes two operators, and the customer is told', async () => {
    const user = await customer()
    const propose = { account: user.account, proposed: OTHER, why: 'the old card was lost' }
    const change = rows.proposePayoutChange.reply.parse(
      (await anna.post('/api/desk/payout-changes', propose)).body,
    )
    expect(code(await berta.post('/api/desk/payout-changes', propose))).toBe('too_many_in_review')
    expect(code(await decide(anna, `payout-changes/${change.id}`))).toBe('same_operator')
    const { items } = await berta.read(rows.deskPayoutChanges.reply, '/api/desk/payout-changes')
    expect(items.find(({ id }) => id === change.id)?.proposed).toMatchObject({
      number: OTHER.number,
    })
    await berta.get('/api/desk/payout-changes')
    expect((await decide(berta, `payout-changes/${change.id}`)).status).toBe(200)
    const answer = await user.visitor.get('/api/payout-account')
    expect(answer.body).toMatchObject({ payoutAccount: { bank: 'Another bank' } })
    expect(await logOf(its.db, `change ${change.id}`)).toEqual([
      { actor: 'berta', act: 'payout_viewed' },
    ])
    const messages = await its.db.query<{ kind: string }>(
      `select kind from messages m join users u on u.id = m.user_id where account = $1`,
      [user.account],
    )
    expect(messages.map(({ kind }) => kind)).toContain('payout_account_changed')
  })
})

describe('an account that its owner locks or closes', () => {
  const BARRED = {
    account_locked: (user: TestUser) => user.visitor.post('/api/account/lock', { reason: 'owner' }),
    account_closing: ({ visitor, password }: TestUser) =>
      visitor.post('/api/account/close', { password, proof: null }),
  }
  const propose = ({ account }: TestUser) =>
    anna.post('/api/desk/payout-changes', { account, proposed: OTHER, why: 'the card was lost' })
  it.each(['account_locked', 'account_closing'] as const)(
    'gets no proposal of another payout account: %s',
    async (refusal) => {
      const user = await customer()
      expect((await BARRED[refusal](user)).status).toBeLessThan(300)
      expect(code(await propose(user))).toBe(refusal)
    },
  )

  it('gets no other payout account while it is locked', async () => {
    const user = await customer()
    const { id } = rows.proposePayoutChange.reply.parse((await propose(user)).body)
    // It blocks a closing.
    expect(code(await BARRED.account_closing(user))).toBe('closing_blocked')
    await BARRED.account_locked(user)
    await berta.get('/api/desk/payout-changes')
    expect(code(await decide(berta, `payout-changes/${id}`))).toBe('account_locked')
  })

  it('is paid nothing while it is locked', async () => {
    const user = await customer()
    const body = { amount: '100.00', fee: '2.00', proof: null }
    const { tradingPassword } = user
    const { id } = withdrawalIn(
      await user.visitor.command('/api/withdrawals', { ...body, tradingPassword }),
    )
    await BARRED.account_locked(user)
    expect((await step(id, 'review')).status).toBe(200)
    expect(code(await step(id, 'approve'))).toBe('account_locked')
  })
})

describe('customers', () => {
  it('are found by account, phone and code, and seen masked; both stand in the log', async () => {
    const user = await customer()
    const find = async (search: string) => {
      const path = `/api/desk/customers?search=${encodeURIComponent(search)}`
      const { customers } = await anna.read(rows.findCustomers.reply, path)
      return customers.map(({ account }) => account)
    }
    expect(await find(user.account)).toContain(user.account)
    expect(await find('5678')).toContain(user.account)
    const [{ opening_code: openingCode } = { opening_code: '' }] = await its.db.query<{
      opening_code: string
    }>('select opening_code from users where account = $1', [user.account])
    expect(await find(openingCode.toLowerCase())).toEqual([user.account])
    expect(await find('%%%')).toEqual([])
    const seen = await anna.read(rows.getCustomer.reply, `/api/desk/customers/${user.account}`)
    expect(seen.phone).toBe('•••• 5678')
    expect(
      JSON.stringify(seen, (_, value: unknown) => (typeof value === 'bigint' ? 0 : value)),
    ).not.toMatch(new RegExp(`${CHINESE_ID}|4111111111111111`))
    expect(seen.acts.map(({ act }) => act)).toContain('verification_approve')
    const after = await anna.read(rows.getCustomer.reply, `/api/desk/customers/${user.account}`)
    expect(after.acts[0]?.act).toBe('customer_viewed')
    expect((await logOf(its.db, user.account))[0]).toMatchObject({ act: 'customer_searched' })
  })
  it('the house is none', async () => {
    expect((await anna.get('/api/desk/customers/fairtick')).status).toBe(404)
  })
})

describe('the socket', () => {
  const connect = (visitor: Visitor, desk: boolean) =>
    openPage(its.url, { cookie: visitor.cookieHeader, origin: its.url, desk })

  it('tells the desk what waits, and nobody else', async () => {
    const user = await its.registerUser()
    const outside = await connect(user.visitor, true)
    expect(await outside.subscribe('desk')).toEqual({ ok: false, code: 'topic_unknown' })
    const inside = await connect(anna, true)
    await inside.watch('desk')
    const waiting = () => inside.of('desk').at(-1)?.[5] as { waiting: { verifications: number } }
    const before = waiting().waiting.verifications
    await submitIdentity(user.visitor)
    await until('the news', () => waiting().waiting.verifications === before + 1)
    expect(await inside.subscribe('balance')).toEqual({ ok: false, code: 'not_logged_in' })
    outside.close()
    inside.close()
  })
  it('ends with the session, also when the command line ends it', async () => {
    const gina = await logInOperator(its, 'gina')
    const page = await connect(gina, true)
    await page.subscribe('desk')
    await gina.ask('DELETE', '/api/desk/session')
    await until('the end', () => page.ended)

    const hanna = await logInOperator(its, 'hanna')
    const other = await connect(hanna, true)
    await other.subscribe('desk')
    // The command line goes by its own clock.
    await endOperator(its.owner, 'hanna', clock.now() - 600_000)
    await until('the end', () => other.ended)
    page.close()
    other.close()
  })
})

it('acts at the same moment stand in one unbroken chain', async () => {
  const users = [await customer(), await customer(), await customer()]
  const acts: Promise<Answer>[] = []
  for (let round = 0; round < 10; round += 1) {
    for (const { account, visitor } of users) {
      acts.push(anna.get(`/api/desk/customers/${account}`))
      acts.push(berta.get(`/api/desk/customers?search=${account}`))
      const body = { method: 'bank_transfer', amount: '20.00', proof: null }
      acts.push(visitor.command('/api/deposits', body))
    }
  }
  expect((await Promise.all(acts)).filter(({ status }) => status >= 500)).toEqual([])
  const { items } = await anna.read(rows.deskDeposits.reply, '/api/desk/deposits')
  const reviews = items.flatMap(({ id }) => [
    anna.post(`/api/desk/deposits/${id}/review`),
    berta.post(`/api/desk/deposits/${id}/review`),
  ])
  const answers = (await Promise.all(reviews)).map(({ status }) => status)
  expect(answers.filter((status) => status === 200)).toHaveLength(items.length)
  expect(await brokenLine(its.db)).toBeNull()
})

it('a line’s digest says where each field ends, and a line of the older format stays verifiable', async () => {
  const digestOf = async (format: number, ref: string, reason: string): Promise<string> => {
    const [row] = await its.owner.query<{ digest: string }>(
      `select encode(act_digest(jsonb_populate_record(null::operator_log, jsonb_build_object('seq', 1, 'at', 5,
        'actor', 'änna', 'act', 'photo_viewed', 'ref', $1::text, 'reason', $2::text, 'format', $3::int,
        'salt', case $3::int when 3 then repeat('5a', 16) end, 'previous_hash', ''))), 'hex') as digest`,
      [ref, reason, format],
    )
    return row?.digest ?? ''
  }
  expect(await digestOf(1, 'x|y', '')).toBe(await digestOf(1, 'x', 'y|'))
  expect(await digestOf(2, 'x|y', '')).not.toBe(await digestOf(2, 'x', 'y|'))
  for (const format of [1, 2, 3]) {
    const last = format === 3 ? '5a'.repeat(16) : ''
    const fields = [1, 5, 'änna', 'photo_viewed', '', 'x', 'y', last]
    expect(await digestOf(format, 'x', 'y')).toBe(actDigest(format, fields))
  }
})

it('the log can be read back to its beginning, filtered by who acted', async () => {
  const seqs: bigint[] = []
  let before: string | null = null
  do {
    const path: string = `/api/desk/log?actor=anna${before === null ? '' : `&before=${before}`}`
    const page: Awaited<ReturnType<typeof readLog>> = await readLog(path)
    seqs.push(...page.acts.map(({ seq }) => BigInt(seq)))
    expect(page.acts.every(({ actor }) => actor === 'anna')).toBe(true)
    before = page.next
  } while (before !== null)
  const [row] = await its.db.query<{ n: bigint }>(
    `select count(*) as n from operator_log where actor = 'anna'`,
  )
  expect(BigInt(new Set(seqs).size)).toBe(row?.n)
})
const readLog = (path: string) => anna.read(rows.deskLog.reply, path)

it('a customer learns of a decision through their own stream', async () => {
  const user = await its.registerUser()
  const page = await openPage(its.url, { cookie: user.visitor.cookieHeader, origin: its.url })
  await page.watch('profile')
  await submitIdentity(user.visitor)
  await decide(anna, `verifications/${await newest('verifications', user.account)}`)
  const status = () => profile.safeParse(page.of('profile').at(-1)?.[5]).data?.verification.status
  await until('the news', () => status() === 'verified')
  page.close()
})
