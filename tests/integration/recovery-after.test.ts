import { DAY_MS } from '#contract/time.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CARD } from '#support/recovery-races.ts'
import { NEW_PASSWORD, type RecoveryRoom, recoveryRoom, WORD } from '#support/recovery-room.ts'
import type { TestUser } from '#support/server.ts'
import { bodyOf, codeIn, Smtp } from '#support/smtp.ts'
import { until } from '#support/until.ts'

const ADDRESS = 'owner@mail.example'

let smtp: Smtp
let room: RecoveryRoom
let user: TestUser
beforeAll(async () => {
  smtp = await Smtp.open()
  const mail = { smtpUrl: smtp.url(), mailFrom: 'notices@app.example' }
  room = await recoveryRoom({ config: { ...mail, publicAddress: 'https://app.example' } })
}, 60_000)
beforeEach(async () => {
  await room.server.owner.query('delete from outlet_messages')
  await room.server.owner.query('delete from mail_addresses')
  smtp.mails.length = 0
  user = await room.verified()
})
afterAll(async () => {
  await room.close()
  await smtp.stop()
})

/** Lets the worker run until that many mails arrived. */
const mailed = (count: number) =>
  until(`${count} mails`, async () => {
    const mails = smtp.to(ADDRESS)
    if (mails.length >= count) return mails
    await room.clock.leap(2_000)
    return null
  })
async function confirmAddress(): Promise<string> {
  await user.visitor.post('/api/mail', { address: ADDRESS, language: 'en' })
  const [mail] = await mailed(1)
  if (mail === undefined) throw new Error('no mail')
  const code = codeIn(mail)
  expect((await user.visitor.post('/api/mail/confirmation', { code })).status).toBe(200)
  return code
}

describe('a thief with the mailbox of the owner', () => {
  it('is mailed of the approval, and by no mail gets what opens the account', async () => {
    const confirmation = await confirmAddress()
    const asked = await room.approved(user.account)
    const approval = (await mailed(2))[1]
    if (approval === undefined) throw new Error('no mail')
    expect(bodyOf(approval)).toContain('The recovery of your account was approved.')
    room.clock.jump(2 * DAY_MS)
    await room.open(asked)
    expect((await room.complete({ ...asked, code: confirmation })).status).toBe(400)
    expect((await room.complete(asked)).status).toBe(204)
    const back = await room.server.visitor().post('/api/session', {
      account: user.account,
      password: NEW_PASSWORD,
    })
    expect(back.status).toBe(200)
    // The log-in from a device that the account does not know.
    for (const mail of (await mailed(3)).slice(1)) {
      const text = `${mail.raw} ${bodyOf(mail)}`
      const secrets = [asked.code, asked.code.replaceAll('-', ''), asked.upload, WORD, user.account]
      for (const secret of secrets) expect(text).not.toContain(secret)
      expect(codeIn(mail)).toBe('')
    }
  })

  it('learns of no request before two operators approved it', async () => {
    await confirmAddress()
    const asked = await room.ask(user.account)
    await room.addPictures(asked)
    await room.decide('anna-first', asked)
    await room.clock.leap(60_000)
    const rows = await room.server.owner.query('select kind from outlet_messages where kind = $1', [
      'recovery',
    ])
    expect(rows).toEqual([])
  })
})

describe('in the seven days after a recovery', () => {
  it('no payout account is set or proposed, and each reply says until when', async () => {
    const asked = await room.opened(user.account)
    expect((await room.complete(asked)).status).toBe(204)
    const { account, tradingPassword } = user
    const visitor = room.server.visitor()
    await visitor.post('/api/session', { account, password: NEW_PASSWORD })
    const until = room.clock.now() + 7 * DAY_MS
    const held = { status: 409, body: { code: 'withdrawals_on_hold', params: { until } } }
    const set = () => visitor.command('/api/payout-account', { account: CARD, tradingPassword })
    expect(await set()).toMatchObject(held)
    await room.clock.leap(7 * DAY_MS)
    expect((await set()).status).toBe(200)
  })

  it('no operator proposes or approves another payout account', async () => {
    const { account, visitor, tradingPassword } = user
    await visitor.command('/api/payout-account', { account: CARD, tradingPassword })
    const proposed = { ...CARD, number: '5555 5555 5555 4444' }
    const propose = async () =>
      (await room.desk('anna-first')).post('/api/desk/payout-changes', {
        account,
        proposed,
        why: 'the card was lost',
      })
    const before = await propose()
    expect(before.status).toBe(200)
    const { id } = before.body as { id: string }
    const asked = await room.opened(account)
    expect((await room.complete(asked)).status).toBe(204)
    const bert = await room.desk('bert-second')
    const approve = await bert.post(`/api/desk/payout-changes/${id}/decision`, {
      decision: 'approve',
    })
    const held = { status: 409, body: { code: 'withdrawals_on_hold' } }
    expect(approve).toMatchObject(held)
    await bert.post(`/api/desk/payout-changes/${id}/decision`, {
      decision: 'reject',
      reason: 'identity_mismatch',
    })
    expect(await propose()).toMatchObject(held)
  })
})

describe('the metrics', () => {
  it('count recoveries under way and what became of others', async () => {
    const figure = async (name: string): Promise<number> => {
      const { text } = await room.server.visitor().get('/metrics')
      const line = text.split('\n').find((each) => each.startsWith(`${name} `))
      return Number(line?.split(' ')[1])
    }
    const names = [
      'open{state="pictures"}',
      'open{state="review"}',
      'open{state="waiting"}',
      'open{state="opened"}',
      ...['asked', 'approved', 'rejected', 'vetoed', 'done', 'lapsed'].map(
        (outcome) => `day{outcome="${outcome}"}`,
      ),
    ]
    const figures = (): Promise<number[]> =>
      Promise.all(names.map((name) => figure(`fairtick_recoveries_${name}`)))
    const grown = async (act: () => Promise<unknown>): Promise<number[]> => {
      const before = await figures()
      await act()
      return (await figures()).map((now, n) => now - (before[n] ?? 0))
    }
    await room.pass(20 * DAY_MS)
    const { account, visitor } = user
    const asked = { now: await room.ask(account) }
    expect(await grown(async () => (asked.now = await room.ask(account)))).toEqual([
      1, 0, 0, 0, 1, 0, 0, 0, 0, 0,
    ])
    expect(await grown(() => room.addPictures(asked.now))).toEqual([-1, 1, 0, 0, 0, 0, 0, 0, 0, 0])
    await room.clock.leap(60_000)
    expect(await figure('fairtick_recoveries_oldest_seconds')).toBe(60)
    await room.decide('anna-first', asked.now)
    expect(await grown(() => room.decide('bert-second', asked.now))).toEqual([
      0, -1, 1, 0, 0, 1, 0, 0, 0, 0,
    ])
    expect(await grown(() => room.veto(visitor, asked.now))).toEqual([
      0, 0, -1, 0, 0, 0, 0, 1, 0, 0,
    ])
    const refused = await room.ask(account)
    await room.addPictures(refused)
    expect(await grown(() => room.decide('anna-first', refused, 'reject'))).toEqual([
      0, -1, 0, 0, 0, 0, 1, 0, 0, 0,
    ])
    const done = await room.opened(account)
    expect(await grown(() => room.complete(done))).toEqual([0, 0, 0, -1, 0, 0, 0, 0, 1, 0])
    await room.ask('no_such_one')
    expect((await grown(() => room.pass(2 * 3_600_000))).at(-1)).toBeGreaterThan(0)
  })
})
