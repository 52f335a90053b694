/** What happens to a recovery at the same moment as something else, and which ends are documented. */
import { DAY_MS } from '#contract/time.ts'
import type { RecoveryStatus } from '#contract/recovery.ts'
import { CHINESE_NAME } from '#support/photos.ts'
import { type Asked, NEW_PASSWORD, type RecoveryRoom, saidIn } from '#support/recovery-room.ts'
import type { TestUser } from '#support/server.ts'
import type { Answer, Visitor } from '#support/visitor.ts'

/** Null if the end is documented, otherwise what was found. */
export type Race = (room: RecoveryRoom) => Promise<string | null>

const OTHER_PASSWORD = 'a-third-mule-at-10-am'
/** A form of a payout account. */
export const CARD = {
  kind: 'bank_card',
  holder: CHINESE_NAME,
  nationality: 'CN',
  bank: 'Bank of China',
  number: '4242 4242 4242 4242',
  address: 'Fuxing Road 1, Beijing',
}

const logIn = (room: RecoveryRoom, { account }: TestUser, password: string): Promise<Answer> =>
  room.server.visitor().post('/api/session', { account, password })
const canLogIn = async (room: RecoveryRoom, user: TestUser, password: string): Promise<boolean> =>
  saidIn(await logIn(room, user, password)) === 'ok'
const isIn = async (visitor: Visitor): Promise<boolean> =>
  saidIn(await visitor.get('/api/me')) === 'ok'

interface Scene {
  room: RecoveryRoom
  user: TestUser
  asked: Asked
}
const opened = async (room: RecoveryRoom): Promise<Scene> => {
  const user = await room.verified()
  return { room, user, asked: await room.opened(user.account) }
}
const proposed = async (room: RecoveryRoom): Promise<Scene> => {
  const user = await room.verified()
  const asked = await room.ask(user.account)
  await room.addPictures(asked)
  await room.decide('anna-first', asked)
  return { room, user, asked }
}
const said = async (...all: Promise<Answer>[]): Promise<string[]> =>
  (await Promise.all(all)).map(saidIn)
/** The end as one text: answers, status, whether it is locked, and which passwords open the account. */
const endOf = async ({ room, user, asked }: Scene, answers: readonly string[]): Promise<string> => {
  const status: RecoveryStatus = await room.statusOf(asked)
  const locked = await room.isLocked(user.account)
  const opens = [user.password, NEW_PASSWORD, OTHER_PASSWORD]
  const open = []
  for (const password of opens) open.push((await canLogIn(room, user, password)) ? 'opens' : 'no')
  return [...answers, status, locked ? 'locked' : 'open', ...open].join(' ')
}
const oneOf = (end: string, documented: readonly string[]): string | null =>
  documented.includes(end) ? null : `not documented: ${end}`

/** The races by name. */
export const RACES: Readonly<Record<string, Race>> = {
  'completing and a log-in with the old password': async (room) => {
    const scene = await opened(room)
    const visitor = room.server.visitor()
    const { account, password } = scene.user
    const answers = await said(
      room.complete(scene.asked),
      visitor.post('/api/session', { account, password }),
    )
    if (await isIn(visitor)) return 'a session of the old password is alive'
    return oneOf(await endOf(scene, answers.slice(0, 1)), ['ok done open no opens no'])
  },
  'completing and a change of the password': async (room) => {
    const scene = await opened(room)
    const { visitor, password: oldPassword } = scene.user
    const change = { kind: 'login', oldPassword, newPassword: OTHER_PASSWORD, proof: null }
    const answers = await said(room.complete(scene.asked), visitor.post('/api/password', change))
    const end = await endOf(scene, answers)
    return oneOf(end, [
      // The change came first, and the recovery can be completed with a further call.
      'unavailable ok opened open no no opens',
      'ok ok done open no opens no',
      'ok not_logged_in done open no opens no',
      'ok old_password_wrong done open no opens no',
    ])
  },
  'completing and a veto': async (room) => {
    const scene = await opened(room)
    const answers = await said(
      room.complete(scene.asked),
      room.veto(scene.user.visitor, scene.asked),
    )
    return oneOf(await endOf(scene, answers), [
      'ok not_logged_in done open no opens no',
      'ok document_moved_on done open no opens no',
      'recovery_not_ready ok vetoed locked no no no',
    ])
  },
  'completing twice': async (room) => {
    const scene = await opened(room)
    const answers = await said(room.complete(scene.asked), room.complete(scene.asked))
    const end = await endOf(scene, answers.toSorted())
    return oneOf(end, [
      'ok recovery_not_ready done open no opens no',
      'ok unavailable done open no opens no',
    ])
  },
  'completing and a lock': async (room) => {
    const scene = await opened(room)
    const lock = room.server.owner.transaction(async (tx) => {
      await tx.query(
        `select 1 from user_mutex where user_id = (select id from users where account = $1) for update`,
        [scene.user.account],
      )
      await tx.query(`select lock_account(id, 'owner', $2) from users where account = $1`, [
        scene.user.account,
        room.clock.now(),
      ])
    })
    const [answer] = await Promise.all([room.complete(scene.asked), lock])
    if (await isIn(scene.user.visitor)) return 'a session is alive'
    return oneOf(await endOf(scene, [saidIn(answer)]), [
      'ok done open no opens no',
      'ok done locked no no no',
    ])
  },
  'completing and a withdrawal': async (room) => {
    const user = await room.verified()
    const { visitor, tradingPassword } = user
    await visitor.command('/api/practice-money', {})
    await visitor.command('/api/payout-account', { account: CARD, tradingPassword })
    const scene = { room, user, asked: await room.opened(user.account) }
    const form = { amount: '100.00', fee: '2.00', tradingPassword, proof: null }
    const [first, withdrawn] = await said(
      room.complete(scene.asked),
      visitor.command('/api/withdrawals', form),
    )
    const later = room.server.visitor()
    await later.post('/api/session', { account: user.account, password: NEW_PASSWORD })
    const held = saidIn(await later.command('/api/withdrawals', form))
    if (held !== 'withdrawals_on_hold') return `a withdrawal afterwards: ${held}`
    if (!['ok', 'not_logged_in', 'withdrawals_on_hold'].includes(withdrawn ?? '')) {
      return `the withdrawal: ${withdrawn}`
    }
    return oneOf(await endOf(scene, [first ?? '']), ['ok done open no opens no'])
  },
  'two approvals of two operators': async (room) => {
    const scene = await proposed(room)
    await room.server.owner.query('delete from recovery_proposals where recovery_id = $1', [
      scene.asked.id,
    ])
    const answers = await said(
      room.decide('anna-first', scene.asked),
      room.decide('bert-second', scene.asked),
    )
    return oneOf(await endOf(scene, answers), ['ok ok waiting open opens no no'])
  },
  'two approvals of one operator': async (room) => {
    const scene = await proposed(room)
    const answers = await said(
      room.decide('anna-first', scene.asked),
      room.decide('anna-first', scene.asked),
    )
    return oneOf(await endOf(scene, answers), [
      'same_operator same_operator review open opens no no',
    ])
  },
  'an approval and a rejection': async (room) => {
    const scene = await proposed(room)
    const answers = await said(
      room.decide('bert-second', scene.asked),
      room.decide('anna-first', scene.asked, 'reject'),
    )
    return oneOf(await endOf(scene, answers), [
      'ok document_moved_on waiting open opens no no',
      'document_moved_on ok rejected open opens no no',
    ])
  },
  'two vetoes and opening': async (room) => {
    const user = await room.verified()
    const scene = { room, user, asked: await room.approved(user.account) }
    room.clock.jump(2 * DAY_MS)
    const answers = await said(
      room.vetoByWord(user.account),
      room.veto(user.visitor, scene.asked),
      room.open(scene.asked),
    )
    const end = await endOf(scene, answers)
    return end.endsWith('vetoed locked no no no') ? null : `not documented: ${end}`
  },
}
