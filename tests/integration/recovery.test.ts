import { DAY_MS } from '#contract/time.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deskRecovery } from '#contract/recovery.ts'
import {
  deskRecoveries,
  deskRecoverySums,
  deskRecoveryView,
} from '#contract/endpoints/desk-recovery.ts'
import { listMessages } from '#contract/endpoints/messages.ts'
import { listRecoveries } from '#contract/endpoints/recovery.ts'
import { confirmTotp, startTotp } from '#contract/endpoints/security.ts'
import { Secret, TOTP } from 'otpauth'
import { logOf } from '#support/desk.ts'
import { faultsOf } from '#support/ledger-room.ts'
import { CHINESE_NAME } from '#support/photos.ts'
import {
  type Asked,
  NEW_PASSWORD,
  type RecoveryRoom,
  recoveryRoom,
  saidIn,
} from '#support/recovery-room.ts'
import type { TestUser } from '#support/server.ts'
import { saidBy } from '#support/visitor.ts'

let room: RecoveryRoom
beforeAll(async () => {
  room = await recoveryRoom({ config: { practice: true } })
})
afterAll(async () => {
  expect(await faultsOf(room.server.db)).toEqual([])
  await room.close()
})

const logIn = async (account: string, password: string): Promise<string> =>
  saidIn(await room.server.visitor().post('/api/session', { account, password }))
/** As any asker sees it. Nothing in it may depend on the account. */
const stepsOf = async (account: string, meanwhile: (asked: Asked) => Promise<unknown>) => {
  const visitor = room.server.visitor()
  const reply = await visitor.post('/api/recoveries', { account, lost: 'login_password' })
  const shown = saidBy(reply).replaceAll(/"(?:code|upload)":"[^"]*"/g, '')
  const asked = await room.ask(account)
  const pictures = saidBy(await room.addPictures(asked))
  await meanwhile(asked)
  const seen = []
  for (const wait of [0, DAY_MS, 2 * DAY_MS]) {
    room.clock.jump(wait)
    const { state, until } = await room.follow(asked)
    seen.push([state, until === null ? null : until - room.clock.now()])
  }
  const open = saidBy(await room.open(asked))
  const late = saidBy(await room.addPictures(asked))
  const plain = (text: string): string => text.replaceAll(/\d{13}/g, 'time')
  return { shown: plain(shown), pictures: plain(pictures), seen, open, late }
}
const nothing = (): Promise<void> => Promise.resolve()

describe('asking for a recovery', () => {
  it('shows the same for an account that is verified and rejected, is not verified, or does not exist', async () => {
    const known = await room.verified()
    const unverified = await room.server.registerUser()
    const rejected = await stepsOf(known.account, (asked) =>
      room.decide('anna-first', asked, 'reject'),
    )
    expect(rejected.seen).toEqual([
      ['review', 3 * DAY_MS],
      ['review', 2 * DAY_MS],
      ['ended', null],
    ])
    expect(await stepsOf(unverified.account, nothing)).toEqual(rejected)
    expect(await stepsOf('no_such_one', nothing)).toEqual(rejected)
    // At its limit: a request of this network for this account is in review.
    const busy = await room.verified()
    await room.addPictures(await room.ask(busy.account))
    expect(await stepsOf(busy.account, nothing)).toEqual(rejected)
  })

  it('lists at the desk what has both pictures, once per network and account', async () => {
    const { account } = await room.verified()
    const first = await room.ask(account)
    const second = await room.ask(account)
    const listed = async () => {
      const { items } = await (await room.desk('anna-first')).read(
        deskRecoveries.reply,
        '/api/desk/recoveries',
      )
      return items.filter((item) => item.account === account).map(({ id }) => BigInt(id))
    }
    expect(await listed()).toEqual([])
    await room.addPictures(first)
    await room.addPictures(second)
    expect(await listed()).toEqual([first.id])
  })

  it('takes three approvals of an account in 30 days, and a number of requests per network and day', async () => {
    const { account } = await room.verified()
    for (const lost of ['login_password', 'trading_password', 'second_factor'] as const) {
      await room.approved(account, lost)
    }
    await room.pass(10 * DAY_MS)
    const fourth = await room.ask(account)
    await room.addPictures(fourth)
    expect(await room.statusOf(fourth)).toBe('lapsed')
    await room.pass(30 * DAY_MS)
    const later = await room.ask(account)
    await room.addPictures(later)
    expect(await room.statusOf(later)).toBe('review')
    const ask = (n: number) =>
      room.server.db.query(`select ask_recovery($1, 'login_password', $2, $3, 'net', 2, $4)`, [
        account,
        Buffer.from(`code ${n}`),
        Buffer.from(`upload ${n}`),
        room.clock.now(),
      ])
    await ask(1)
    await ask(2)
    await expect(ask(3)).rejects.toMatchObject({ message: 'rate_limited' })
    room.clock.jump(DAY_MS)
    await ask(4)
  })
})

describe('completing a recovery', () => {
  it('sets the password after the wait, ends every session, and holds withdrawals for seven days', async () => {
    const user = await room.verified()
    await user.visitor.command('/api/practice-money', {})
    const asked = await room.approved(user.account)
    expect(await room.follow(asked)).toMatchObject({ state: 'waiting', opened: false })
    room.clock.jump(2 * DAY_MS - 1)
    expect(saidIn(await room.open(asked))).toBe('recovery_not_ready')
    room.clock.jump(1)
    expect(saidIn(await room.complete(asked))).toBe('recovery_not_ready')
    expect(saidIn(await room.open(asked))).toBe('ok')
    expect(saidIn(await room.complete(asked, 'password123'))).toBe('password_too_common')
    expect(saidIn(await room.complete(asked, user.tradingPassword))).toBe('passwords_equal')
    expect(saidIn(await room.complete(asked, null))).toBe('validation_failed')
    expect(saidIn(await room.complete(asked))).toBe('ok')
    expect(saidIn(await room.complete(asked))).toBe('recovery_not_ready')
    expect(await room.follow(asked)).toMatchObject({ state: 'done', until: null })
    expect(saidIn(await user.visitor.get('/api/me'))).toBe('not_logged_in')
    expect(await logIn(user.account, user.password)).toBe('login_failed')
    const { visitor } = await withSession(user, NEW_PASSWORD)
    const messages = await visitor.read(listMessages.reply, '/api/messages')
    expect(messages.messages.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['recovery_approved', 'recovery_done']),
    )
    const account = {
      kind: 'bank_card',
      holder: CHINESE_NAME,
      nationality: 'CN',
      bank: 'Bank of China',
      number: '4242 4242 4242 4242',
      address: 'Fuxing Road 1, Beijing',
    }
    const { tradingPassword } = user
    const payout = () => visitor.command('/api/payout-account', { account, tradingPassword })
    expect(saidIn(await payout())).toBe('withdrawals_on_hold')
    room.clock.jump(7 * DAY_MS - 1)
    expect(saidIn(await payout())).toBe('withdrawals_on_hold')
    room.clock.jump(1)
    expect(saidIn(await payout())).toBe('ok')
  })

  it('lapses an hour after it was opened, and seven days after the wait', async () => {
    const opened = await room.opened((await room.verified()).account)
    room.clock.jump(3_600_001)
    expect(saidIn(await room.complete(opened))).toBe('recovery_not_ready')
    expect((await room.follow(opened)).state).toBe('ended')
    const waiting = await room.approved((await room.verified()).account)
    room.clock.jump(9 * DAY_MS + 1)
    expect(saidIn(await room.open(waiting))).toBe('recovery_not_ready')
    expect((await room.follow(waiting)).state).toBe('ended')
  })

  it('sets the trading password alone, or removes the second factors alone', async () => {
    const user = await room.verified()
    const started = await user.visitor.post('/api/factors/totp', { password: user.password })
    const secret = Secret.fromBase32(startTotp.reply.parse(started.body).secret)
    const code = new TOTP({ secret }).generate({ timestamp: room.clock.now() })
    const confirmed = await user.visitor.post('/api/factors/totp/confirm', { code })
    expect(confirmTotp.reply.parse(confirmed.body).recoveryCodes).not.toEqual([])
    const trading = await room.opened(user.account, 'trading_password')
    expect(saidIn(await room.complete(trading))).toBe('ok')
    expect(await logIn(user.account, NEW_PASSWORD)).toBe('login_failed')
    expect(await logIn(user.account, user.password)).toBe('factor_required')
    const factor = await room.opened(user.account, 'second_factor')
    expect(saidIn(await room.complete(factor))).toBe('ok')
    expect(await logIn(user.account, user.password)).toBe('ok')
  })
})

const withSession = async (user: TestUser, password = user.password) => {
  const visitor = room.server.visitor()
  const answer = await visitor.post('/api/session', { account: user.account, password })
  expect(saidIn(answer)).toBe('ok')
  return { visitor }
}

describe('a veto', () => {
  it('shows each device what can be vetoed, and locks the account, which the next recovery unlocks', async () => {
    const user = await room.verified()
    const first = await room.approved(user.account)
    const { recoveries } = await user.visitor.read(listRecoveries.reply, '/api/recoveries')
    expect(recoveries).toMatchObject([{ status: 'waiting', canVeto: true, vetoedBy: null }])
    expect(saidIn(await room.veto(user.visitor, first))).toBe('ok')
    expect(saidIn(await user.visitor.get('/api/me'))).toBe('not_logged_in')
    expect(await logIn(user.account, user.password)).toBe('account_locked')
    const second = await room.opened(user.account)
    expect(saidIn(await room.complete(second))).toBe('ok')
    expect(await room.isLocked(user.account)).toBe(false)
    expect(await logIn(user.account, NEW_PASSWORD)).toBe('ok')
  })

  it('by the safety word counts once in 30 days, and any word is answered alike', async () => {
    const { account } = await room.verified()
    const first = await room.approved(account)
    const wrong = saidBy(await room.vetoByWord(account, 'rosemary'))
    expect(await room.statusOf(first)).toBe('waiting')
    expect(saidBy(await room.vetoByWord('no_such_one'))).toBe(wrong)
    expect(saidBy(await room.vetoByWord(account))).toBe(wrong)
    expect(await room.statusOf(first)).toBe('vetoed')
    const second = await room.approved(account)
    expect(saidBy(await room.vetoByWord(account))).toBe(wrong)
    expect(await room.statusOf(second)).toBe('waiting')
  })

  it('removes first approvals of other requests, and is shown to the operators who decide them', async () => {
    const user = await room.verified()
    const other = await room.ask(user.account, 'second_factor')
    await room.addPictures(other)
    await room.decide('anna-first', other)
    const approved = await room.approved(user.account)
    await room.veto(user.visitor, approved)
    const seen = await room.decide('bert-second', other)
    expect(deskRecovery.parse(seen.body)).toMatchObject({
      status: 'review',
      earlierVetoes: 1,
      proposal: { by: 'bert-second' },
    })
    expect(saidIn(await room.decide('anna-first', other))).toBe('ok')
    expect(await room.statusOf(other)).toBe('waiting')
  })
})

describe('at the desk', () => {
  it('shows identity and pictures, logs each view and step, and counts how recoveries ended', async () => {
    const user = await room.verified()
    const asked = await room.ask(user.account)
    await room.addPictures(asked)
    const desk = await room.desk('anna-first')
    const path = `/api/desk/recoveries/${asked.id}`
    const detail = await desk.read(deskRecoveryView.reply, path)
    expect(detail).toMatchObject({
      account: user.account,
      name: CHINESE_NAME,
      pictures: { document: true, face: true },
      earlierVetoes: 0,
      locked: false,
    })
    expect(detail.frontPhoto).not.toBeNull()
    const before = await desk.read(deskRecoverySums.reply, '/api/desk/recovery-sums?days=30')
    const picture = await desk.get(`${path}/pictures/face`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
    await room.decide('anna-first', asked)
    await room.decide('bert-second', asked, 'reject')
    expect(saidIn(await desk.get(`${path}/pictures/face`))).toBe('ok')
    await room.pass(1)
    expect(saidIn(await desk.get(`${path}/pictures/face`))).toBe('not_found')
    const acts = (await logOf(room.server.owner, `${asked.id}`)).map(({ act }) => act)
    expect(acts).toEqual([
      'account_recovery_viewed',
      'account_recovery_propose',
      'account_recovery_reject',
    ])
    const after = await desk.read(deskRecoverySums.reply, '/api/desk/recovery-sums?days=30')
    expect(after.byStatus.rejected).toBe(before.byStatus.rejected + 1)
    expect(after.byOperator.map(({ operator }) => operator)).toContain('bert-second')
  })

  it('leaves no key or byte of a picture in the database when the recovery has ended', async () => {
    const { account } = await room.verified()
    const asked = await room.ask(account)
    await room.addPictures(asked)
    const kept = () =>
      room.server.owner.query(
        `select 1 from recovery_pictures where recovery_id = $1 and (sealed is not null or key_sealed is not null)`,
        [asked.id],
      )
    expect(await kept()).toHaveLength(2)
    await room.pass(3 * DAY_MS)
    expect(await kept()).toEqual([])
  })

  it('lets neither the practice reviewer nor an operator without a session decide', async () => {
    const { account } = await room.verified()
    const asked = await room.ask(account)
    await room.addPictures(asked)
    for (const [name, secret] of [
      ['practice-reviewer', null],
      ['anna-first', 'guessed'],
    ]) {
      const move = room.server.db.query(`select move_recovery($1, 'waiting', $2, $3, null, $4)`, [
        asked.id,
        name,
        secret,
        room.clock.now(),
      ])
      await expect(move).rejects.toMatchObject({ message: 'not_found' })
    }
    expect(await room.statusOf(asked)).toBe('review')
  })
})
