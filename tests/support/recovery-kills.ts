/** SIGKILL of the server at each step of a recovery and of a closing: it is done or not, and a further call does it. */
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { HOUSE_ACCOUNT } from '#server/identity/first-users.ts'
import { filesLeft, halfDone } from '#support/half-done.ts'
import type { KilledRoom } from '#support/killed-room.ts'
import { type Asked, NEW_PASSWORD, saidIn } from '#support/recovery-room.ts'
import type { TestUser } from '#support/server.ts'
import { pause } from '#support/until.ts'
import type { Answer, Visitor } from '#support/visitor.ts'

type Pick = (count: number) => number

export interface Kill {
  room: KilledRoom
  pick: Pick
  /** How long each step took without a kill, ms, from which the moments of the kills are chosen. */
  took: Map<string, number>
  /** Called with whether the step was done before the kill. */
  seen(step: string, isDone: boolean): void
}

/** One account that is recovered, vetoed, and closed, one step after the other. */
class Account {
  readonly room: KilledRoom
  readonly user: TestUser
  /** The number stays when the name is gone. */
  readonly id: string
  asked: Asked | null = null
  session: Visitor

  private constructor(room: KilledRoom, user: TestUser, id: string) {
    this.room = room
    this.user = user
    this.id = id
    this.session = user.visitor
  }
  static async verified(room: KilledRoom): Promise<Account> {
    const user = await room.steps.verified()
    const [row] = await room.database.owner.query<{ id: bigint }>(
      'select id from users where account = $1',
      [user.account],
    )
    return new Account(room, user, String(row?.id))
  }
  /** The request whose code the asker has. */
  get request(): Asked {
    if (this.asked === null) throw new Error('no recovery was asked for')
    return this.asked
  }
  /** Whether the recovery that the asker follows is so. */
  async recovery(how: string): Promise<boolean> {
    const rows = await this.room.database.owner.query(
      `select 1 from account_recoveries r where id = $1 and ${how}`,
      [this.request.id],
    )
    return rows.length > 0
  }
  async closing(how: string): Promise<boolean> {
    const rows = await this.room.database.owner.query(
      `select 1 from account_closings where user_id = $1 and ${how}`,
      [this.id],
    )
    return rows.length > 0
  }
}

interface Step {
  name: string
  /** Before it, without a kill. */
  before?: (account: Account) => Promise<unknown>
  run: (account: Account) => Promise<Answer>
  isDone: (account: Account) => Promise<boolean>
  /** What a further call says once it is done; `ok` if it succeeds and changes nothing. */
  repeated: readonly string[]
}

const PICTURES = '(select count(*) from recovery_pictures where recovery_id = r.id)'
/** A log-in with the password that the recovery set. */
const logInAgain = async (account: Account): Promise<void> => {
  account.session = account.room.visitor()
  const { account: name } = account.user
  const answer = await account.session.post('/api/session', {
    account: name,
    password: NEW_PASSWORD,
  })
  if (answer.status !== 200) throw new Error(`log-in after a recovery: ${answer.text}`)
}
const approveAgain = async (account: Account): Promise<void> => {
  await logInAgain(account)
  account.asked = await account.room.steps.approved(account.user.account)
}
/** With the password that the recovery set. */
const close = (account: Account): Promise<Answer> =>
  account.session.post('/api/account/close', { password: NEW_PASSWORD, proof: null })

const RECOVERY: readonly Step[] = [
  {
    name: 'the first picture',
    before: async (account) => {
      account.asked = await account.room.steps.ask(account.user.account)
      // The desk's sessions are read from the database, so they are opened before.
      for (const name of ['anna-first', 'bert-second'] as const) await account.room.steps.desk(name)
    },
    run: ({ room, request }) => room.steps.addPicture(request, 'document'),
    isDone: (account) => account.recovery(`${PICTURES} > 0`),
    repeated: ['ok'],
  },
  {
    name: 'the second picture',
    run: ({ room, request }) => room.steps.addPicture(request, 'face'),
    isDone: (account) => account.recovery(`${PICTURES} = 2`),
    repeated: ['recovery_unknown'],
  },
  {
    name: 'the first approval',
    run: ({ room, request }) => room.steps.decide('anna-first', request),
    isDone: (account) =>
      account.recovery('exists (select from recovery_proposals where recovery_id = r.id)'),
    repeated: ['same_operator'],
  },
  {
    name: 'the second approval',
    run: ({ room, request }) => room.steps.decide('bert-second', request),
    isDone: (account) => account.recovery("status = 'waiting'"),
    repeated: ['document_moved_on'],
  },
  {
    name: 'opening',
    before: ({ room }) => room.pass(2 * DAY_MS),
    run: ({ room, request }) => room.steps.open(request),
    isDone: (account) => account.recovery("status = 'opened'"),
    repeated: ['ok'],
  },
  {
    name: 'completing',
    run: ({ room, request }) => room.steps.complete(request),
    isDone: (account) => account.recovery("status = 'done'"),
    repeated: ['recovery_not_ready'],
  },
]
const VETO: Step = {
  name: 'a veto',
  before: approveAgain,
  run: ({ room, session, request }) => room.steps.veto(session, request),
  isDone: (account) => account.recovery("status = 'vetoed'"),
  repeated: ['not_logged_in'],
}
const CLOSING: readonly Step[] = [
  {
    name: 'asking to close',
    before: logInAgain,
    run: close,
    isDone: (account) => account.closing('kept_at is null'),
    repeated: ['account_closing'],
  },
  {
    name: 'keeping the account',
    run: ({ session }) => session.post('/api/account/keep'),
    isDone: (account) => account.closing('kept_at is not null'),
    repeated: ['ok'],
  },
]

const half = async ({ database, dataFolder }: KilledRoom): Promise<string[]> => [
  ...(await halfDone(database.owner, HOUSE_ACCOUNT)),
  ...(await filesLeft(database.owner, dataFolder)).map((name) => `the file ${name} is left`),
]

/** Waits until a moment of a step, or shortly after it. */
const moment = ({ pick, took }: Kill, step: string): Promise<void> =>
  pause((pick(PARTS) / PARTS) * 1.3 * (took.get(step) ?? USUAL_MS))
const PARTS = 1_000
const USUAL_MS = 60

/** Kills the server during a step and starts it again. Null if nothing is half done, and the step can be completed. */
async function killAt(kill: Kill, step: Step, account: Account): Promise<string | null> {
  const { room, seen } = kill
  const { name } = step
  const sent = step.run(account).catch(() => null)
  await moment(kill, name)
  await room.kill()
  const first = await sent
  await room.start()
  const isDone = await step.isDone(account)
  seen(name, isDone)
  if (first !== null && saidIn(first) === 'ok' && !isDone)
    return `${name} was acknowledged and lost`
  const faults = await half(room)
  if (faults.length > 0) return `${name}: ${faults.join(', ')}`
  const said = saidIn(await step.run(account))
  const documented = isDone ? step.repeated : ['ok']
  if (!documented.includes(said)) return `${name}, ${isDone ? 'done' : 'not done'}: ${said}`
  if (!(await step.isDone(account))) return `${name} is not done after ${said}`
  const after = await half(room)
  return after.length > 0 ? `${name}, repeated: ${after.join(', ')}` : null
}

/** The names of all steps. */
export const STEPS = [...RECOVERY, VETO, ...CLOSING].map(({ name }) => name)

/** A recovery, with a veto or without, and a closing that is kept. The server is killed at the named steps. */
export async function killedSteps(kill: Kill, killed: readonly string[]): Promise<string | null> {
  const { room, pick } = kill
  const account = await Account.verified(room)
  const isVetoed = killed.includes(VETO.name) || pick(2) === 0
  for (const step of [...RECOVERY, ...CLOSING, ...(isVetoed ? [VETO] : [])]) {
    await step.before?.(account)
    if (killed.includes(step.name)) {
      const fault = await killAt(kill, step, account)
      if (fault !== null) return fault
    } else {
      const since = performance.now()
      const said = saidIn(await step.run(account))
      kill.took.set(step.name, performance.now() - since)
      if (said !== 'ok') return `${step.name}: ${said}`
    }
  }
  const faults = await half(room)
  return faults.length > 0 ? faults.join(', ') : null
}

/** Asking while the server is killed: nothing is stored, or a request whose code no one has. Another one is taken. */
export async function killedAsking(kill: Kill): Promise<string | null> {
  const { room, seen } = kill
  const { account } = await room.steps.verified()
  const sent = room.steps.ask(account).catch(() => null)
  await moment(kill, 'asking')
  await room.kill()
  const first = await sent
  await room.start()
  const rows = await room.database.owner.query(
    `select 1 from account_recoveries r join users u on u.id = r.user_id
      where u.account = $1 and status = 'pictures' and review_at is null`,
    [account],
  )
  seen('asking', rows.length === 1)
  if (rows.length > 1) return 'one request is stored twice'
  if (first !== null && rows.length === 0) return 'a request was acknowledged and lost'
  await room.steps.approved(account)
  const faults = await half(room)
  return faults.length > 0 ? faults.join(', ') : null
}

/** The worker's period is ten minutes. */
const TURN_MS = 5 * MINUTE_MS

/** The end of a closing: while the worker runs, or while a server starts. */
export async function killedEnd(kill: Kill): Promise<string | null> {
  const { room, pick, seen } = kill
  const account = await Account.verified(room)
  const { user, id } = account
  const { password } = user
  const asked = await user.visitor.post('/api/account/close', { password, proof: null })
  if (saidIn(asked) !== 'ok') return `asking to close: ${saidIn(asked)}`
  await room.pass(14 * DAY_MS - TURN_MS)
  if (await account.closing('closed_at is not null')) return 'it was closed before its day'
  if (pick(2) === 0) {
    await room.pass(TURN_MS)
    room.leap(TURN_MS)
    await moment(kill, 'the end of a closing')
  } else {
    await room.pass(TURN_MS)
    await room.kill()
    room.launch()
    await pause(pick(START_MS))
  }
  await room.kill()
  seen('the end of a closing', await account.closing('closed_at is not null'))
  await room.start()
  await room.until(
    'the end of the closing',
    'select 1 from account_closings where user_id = $1 and closed_at is not null',
    [id],
  )
  if (saidIn(await user.visitor.get('/api/me')) !== 'not_logged_in') return 'a session is left'
  const faults = await half(room)
  return faults.length > 0 ? faults.join(', ') : null
}
/** A start on an idle machine takes about two seconds. */
const START_MS = 2_500

/** A closing or a recovery of which a part is missing must be found. */
export async function isFound({ database }: KilledRoom): Promise<boolean> {
  const { owner } = database
  await owner.query(
    `insert into messages (user_id, kind, params, sent_at)
      select max(user_id), 'recovery_done', '{}', 1 from account_recoveries`,
  )
  return (await halfDone(owner, HOUSE_ACCOUNT)).length > 0
}
