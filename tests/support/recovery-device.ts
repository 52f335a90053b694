/** A thief with a stolen device of the owner: a session and the key that signs orders, but none of the passwords. */
import { DAY_MS } from '#contract/time.ts'
import { CARD } from '#support/recovery-races.ts'
import {
  type Asked,
  NEW_PASSWORD,
  type RecoveryRoom,
  saidIn,
  WORD,
} from '#support/recovery-room.ts'
import type { TestUser } from '#support/server.ts'
import { signingDevice } from '#support/signing-device.ts'
import type { Answer, Visitor } from '#support/visitor.ts'

type Pick = (count: number) => number

const ACTS = 10
const GUESSES = ['another-mule-7-stapler', 'a-guess-of-the-thief-1', WORD]
const THIEF_PASSWORD = 'the-mule-of-a-thief-66'

/** What needs a password, each with a guess. All must be refused. */
const WITH_A_GUESS: Readonly<Record<string, (device: Visitor, guess: string) => Promise<Answer>>> =
  {
    'a withdrawal': (device, tradingPassword) =>
      device.command('/api/withdrawals', {
        amount: '100.00',
        fee: '2.00',
        tradingPassword,
        proof: null,
      }),
    'another payout account': (device, tradingPassword) =>
      device.command('/api/payout-account', { account: CARD, tradingPassword }),
    'a login password': (device, oldPassword) =>
      device.post('/api/password', {
        kind: 'login',
        oldPassword,
        newPassword: THIEF_PASSWORD,
        proof: null,
      }),
    'a trading password': (device, oldPassword) =>
      device.post('/api/password', {
        kind: 'trading',
        oldPassword,
        newPassword: THIEF_PASSWORD,
        proof: null,
      }),
    'an authenticator': (device, password) => device.post('/api/factors/totp', { password }),
    'a passkey': (device, password) => device.post('/api/factors/passkeys/options', { password }),
    'a closing': (device, password) => device.post('/api/account/close', { password, proof: null }),
  }

interface Books {
  cash: string
  accounts: number
  withdrawals: number
  closings: number
  factors: number
  passwords: number
}
/** What no thief may have changed. */
async function booksOf({ server }: RecoveryRoom, account: string): Promise<Books | undefined> {
  const [row] = await server.owner.query<Books>(
    `select (select balance from accounts where id = user_account(u.id, 'cash'))::text as cash,
      (select count(*) from payout_accounts where user_id = u.id)::int as accounts,
      (select count(*) from withdrawals where user_id = u.id)::int as withdrawals,
      (select count(*) from account_closings where user_id = u.id)::int as closings,
      ((select count(*) from totp_factors where user_id = u.id)
        + (select count(*) from passkeys where user_id = u.id))::int as factors,
      (select count(*) from password_changes where user_id = u.id and recovery_id is null)::int as passwords
    from users u where u.account = $1`,
    [account],
  )
  return row
}

/** Whether an order that the device signed is taken. The key is the device's, and the session may have ended. */
async function signedOrder(
  device: Visitor,
  key: ReturnType<typeof signingDevice>,
): Promise<string> {
  const signed = {
    deviceKeyId: key.keyId,
    head: { seq: 1, hash: '0'.repeat(64) },
    tappedAt: 1,
    uncertaintyMs: 0,
    startsAt: 1_001,
    signature: key.sign('an order'),
  }
  const wish = { symbol: 'BTCUSDT', direction: 'up', stake: '10.00', durationMs: 30_000 }
  const body = { ...wish, termsId: '0'.repeat(64), signed }
  return saidIn(await device.command('/api/orders', body))
}

/** Acts of the device at random. The fault that was found, or null. */
async function acts(device: Visitor, pick: Pick): Promise<string | null> {
  const names = Object.keys(WITH_A_GUESS)
  for (let n = 0; n < ACTS; n += 1) {
    const name = names[pick(names.length)] ?? ''
    const answer = await WITH_A_GUESS[name]?.(device, GUESSES[pick(GUESSES.length)] ?? '')
    if (answer === undefined || saidIn(answer) === 'ok') return `${name} by a guess`
  }
  return null
}

/** How the thief keeps the owner out: each way ends the thief's own session. */
const LOCKS = {
  veto: (room: RecoveryRoom, device: Visitor, asked: Asked) => room.veto(device, asked),
  lock: (_: RecoveryRoom, device: Visitor) => device.post('/api/account/lock', { reason: 'owner' }),
} as const

async function outAndIn(
  room: RecoveryRoom,
  user: TestUser,
  key: ReturnType<typeof signingDevice>,
): Promise<string | null> {
  const { account, visitor: device, password } = user
  if (saidIn(await device.get('/api/me')) !== 'not_logged_in') return 'the device is still in'
  const signed = await signedOrder(device, key)
  if (signed !== 'not_logged_in') return `an order of the device: ${signed}`
  const trusted = await room.server.owner.query(
    `select 1 from sessions s join users u on u.id = s.user_id
      where u.account = $1 and s.device_trusted`,
    [account],
  )
  if (trusted.length > 0) return 'a device is trusted'
  // The device knows the cookies of before, and no password.
  const old = await device.post('/api/session', { account, password })
  if (saidIn(old) !== 'login_failed') return `the old password: ${saidIn(old)}`
  const owner = room.server.visitor()
  const logIn = await owner.post('/api/session', { account, password: NEW_PASSWORD })
  return saidIn(logIn) === 'ok' ? null : `the owner: ${saidIn(logIn)}`
}

/**
 * The thief guesses passwords on the device, and keeps the owner out by a veto, a lock or the safety word that the
 * device shows. Null if no money, password or factor changed, the device is out at the end, and the owner is back in
 * with the third recovery at the latest.
 */
export async function thiefWithDevice(room: RecoveryRoom, pick: Pick): Promise<string | null> {
  const user = await room.verified()
  const { account, visitor: device, tradingPassword } = user
  await device.command('/api/practice-money', {})
  await device.command('/api/payout-account', { account: CARD, tradingPassword })
  const key = signingDevice()
  await device.post('/api/device-keys', { publicKey: key.publicKey })
  const before = await booksOf(room, account)
  const guessed = await acts(device, pick)
  if (guessed !== null) return guessed
  const statuses: string[] = []
  for (let n = 1; n <= 3 && statuses.at(-1) !== 'done'; n += 1) {
    const asked = await room.approved(account)
    const how = pick(2) === 0 ? 'veto' : 'lock'
    await LOCKS[how](room, device, asked)
    // A lock does not end the recovery, which is the owner's way back.
    if (pick(2) === 0) await room.vetoByWord(account, WORD)
    room.clock.jump(2 * DAY_MS)
    await room.open(asked)
    await room.complete(asked)
    statuses.push(await room.statusOf(asked))
  }
  if (statuses.at(-1) !== 'done') return `the owner is still out: ${statuses.join(', ')}`
  const out = await outAndIn(room, user, key)
  if (out !== null) return out
  const after = await booksOf(room, account)
  const [was, is] = [JSON.stringify(before), JSON.stringify(after)]
  return was === is ? null : `${was} became ${is}`
}
