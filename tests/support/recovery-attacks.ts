/** One operator alone, a thief with a session, and a database whose connections are cut: what each may bring about. */
import { DAY_MS } from '#contract/time.ts'
import type { RecoveryStatus } from '#contract/recovery.ts'
import { operatorLogIn, renewCodes } from '#support/desk.ts'
import {
  type Asked,
  NEW_PASSWORD,
  type RecoveryRoom,
  saidIn,
  WORD,
} from '#support/recovery-room.ts'
import { pause } from '#support/until.ts'
import type { Answer } from '#support/visitor.ts'

type Pick = (count: number) => number

const ACTS = 12
/**
 * A sequence of one operator, in two sessions and as an asker, against one account. Null if no recovery was approved
 * and the password is the old one.
 */
export async function oneOperator(room: RecoveryRoom, pick: Pick): Promise<string | null> {
  const { account, password } = await room.verified()
  await renewCodes(room.server)
  const second = room.server.visitor()
  await second.post('/api/desk/session', operatorLogIn(room.server, 'anna-first'))
  const sessions = [await room.desk('anna-first'), second]
  const asked: Asked[] = []
  const done: string[] = []
  const decide = async (decision: object): Promise<Answer | null> => {
    const one = asked[pick(asked.length)]
    if (one === undefined) return null
    const desk = sessions[pick(sessions.length)] ?? second
    return desk.post(`/api/desk/recoveries/${one.id}/decision`, decision)
  }
  const acts: Readonly<Record<string, () => Promise<unknown>>> = {
    ask: async () => {
      const lost = (['login_password', 'trading_password', 'second_factor'] as const)[pick(3)]
      const one = await room.ask(account, lost)
      await room.addPictures(one)
      asked.push(one)
    },
    approve: () => decide({ decision: 'approve' }),
    again: () => decide({ decision: 'approve' }),
    reject: () =>
      pick(4) === 0
        ? decide({ decision: 'reject', reason: 'photo_mismatch' })
        : decide({ decision: 'approve' }),
    open: async () => asked[0] && room.open(asked[0]),
    complete: async () => asked[0] && room.complete(asked[0]),
    veto: () => room.vetoByWord(account),
    wait: () => Promise.resolve(room.clock.jump(pick(60_000))),
  }
  const names = Object.keys(acts)
  for (let n = 0; n < ACTS; n += 1) {
    const name = n === 0 ? 'ask' : (names[pick(names.length)] ?? 'ask')
    done.push(name)
    await acts[name]?.()
  }
  for (const one of asked) {
    const status = await room.statusOf(one)
    if (status !== 'review' && status !== 'rejected' && status !== 'lapsed') {
      return `${status} after ${done.join(', ')}`
    }
  }
  const logIn = await room.server.visitor().post('/api/session', { account, password })
  return saidIn(logIn) === 'ok' ? null : `the password changed after ${done.join(', ')}`
}

/**
 * A thief with a session of the owner, who read the safety word, vetoes whatever can be vetoed and guesses codes. Null
 * if the owner is back in with the third recovery at the latest, and the thief is out.
 */
export async function thiefInSession(room: RecoveryRoom, pick: Pick): Promise<string | null> {
  const { account, visitor: thief, password } = await room.verified()
  const attempts: RecoveryStatus[] = []
  for (let n = 1; n <= 3; n += 1) {
    const asked = await room.approved(account)
    for (let guess = 0; guess < 2; guess += 1) {
      const code = asked.code.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A'))
      if (saidIn(await room.complete({ ...asked, code })) === 'ok') return 'a guess completed it'
    }
    const veto =
      pick(2) === 0 ? () => room.veto(thief, asked) : () => room.vetoByWord(account, WORD)
    await veto()
    await room.vetoByWord(account, WORD)
    room.clock.jump(2 * DAY_MS)
    await room.open(asked)
    await room.complete(asked)
    attempts.push(await room.statusOf(asked))
    if (attempts.at(-1) === 'done') break
    if (!(await room.isLocked(account))) return `not locked after ${attempts.join(', ')}`
    const tried = await room.server.visitor().post('/api/session', { account, password })
    if (saidIn(tried) !== 'account_locked') return `a log-in while locked: ${saidIn(tried)}`
  }
  if (attempts.at(-1) !== 'done') return `the owner is still out: ${attempts.join(', ')}`
  if (saidIn(await thief.get('/api/me')) !== 'not_logged_in') return 'the thief is still in'
  const owner = await room.server
    .visitor()
    .post('/api/session', { account, password: NEW_PASSWORD })
  return saidIn(owner) === 'ok' ? null : `the owner: ${saidIn(owner)}`
}

const CUT = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and usename <> current_user and usename like 'fairtick%'`
const TRIES = 60

/**
 * Cuts all connections of the server to the database at a random moment of each step. Null if the step was done or not
 * done, and is done by a further call.
 */
export async function cutAtEachStep(room: RecoveryRoom, pick: Pick): Promise<string | null> {
  const { account, visitor } = await room.verified()
  const cut = async (step: () => Promise<Answer>): Promise<string> => {
    const answer = step().catch(() => null)
    await pause(pick(20))
    await room.server.owner.query(CUT)
    const first = await answer
    if (first !== null && first.status < 300) return 'ok'
    let said = ''
    for (let n = 0; n < TRIES; n += 1) {
      const next = await step().catch(() => null)
      said = next === null ? 'none' : saidIn(next)
      if (!['none', 'unavailable', 'internal'].includes(said)) return said
      await pause(50)
    }
    return said
  }
  const recovered = async (
    status: RecoveryStatus,
    said: string,
    asked: Asked,
  ): Promise<string | null> => {
    const now = await room.statusOf(asked)
    return now === status ? null : `${said}, then ${now} instead of ${status}`
  }
  const asked = await room.ask(account)
  await room.addPictures(asked)
  // The desk's sessions are read from the database, so they are opened before.
  await room.desk('anna-first')
  await room.desk('bert-second')
  const steps: [RecoveryStatus, (one: Asked) => Promise<Answer>][] = [
    ['review', (one) => room.decide('anna-first', one)],
    ['waiting', (one) => room.decide('bert-second', one)],
    ['opened', (one) => room.open(one)],
    ['done', (one) => room.complete(one)],
  ]
  for (const [status, step] of steps) {
    if (status === 'opened') room.clock.jump(2 * DAY_MS)
    const said = await cut(() => step(asked))
    const fault = await recovered(status, said, asked)
    if (fault !== null) return fault
  }
  await visitor.post('/api/session', { account, password: NEW_PASSWORD })
  const vetoed = await room.approved(account)
  const said = await cut(() => room.veto(visitor, vetoed))
  return (
    (await recovered('vetoed', said, vetoed)) ??
    ((await room.isLocked(account)) ? null : 'not locked')
  )
}
