/** A server with operators and verified users, whose accounts are recovered. */
import { DAY_MS } from '#contract/time.ts'
import { randomUUID } from 'node:crypto'
import { askRecovery, followRecovery } from '#contract/endpoints/recovery.ts'
import { problem } from '#contract/errors.ts'
import type {
  FollowedRecovery,
  RecoveryLost,
  RecoveryPicture,
  RecoveryStatus,
} from '#contract/recovery.ts'
import { addTestOperator, operatorLogIn, renewCodes } from '#support/desk.ts'
import { type ManualClock, manualClock } from '#support/manual-clock.ts'
import { makePhoto, newestVerification, sendBytes, submitIdentity } from '#support/photos.ts'
import {
  type RunningServer,
  type TestServer,
  type TestServerOptions,
  type TestUser,
  testServer,
} from '#support/server.ts'
import type { Answer, Visitor } from '#support/visitor.ts'

export const NEW_PASSWORD = 'a-quite-new-mule-at-9'
export const WORD = 'marigold'
const OPERATORS = ['anna-first', 'bert-second'] as const
type OperatorName = (typeof OPERATORS)[number]

/** What an answer says: `ok`, or the code of its refusal. */
export const saidIn = ({ status, body }: Answer): string =>
  status < 300 ? 'ok' : problem.parse(body).code

export interface Asked {
  /** In the database. */
  id: bigint
  code: string
  upload: string
  lost: RecoveryLost
}

/** What users and operators do, on a server of this process or of another one. */
export interface RecoverySteps {
  /** Registered, with a verified identity and a safety word. */
  verified(): Promise<TestUser>
  ask(account: string, lost?: RecoveryLost): Promise<Asked>
  addPicture(asked: Asked, picture: RecoveryPicture): Promise<Answer>
  addPictures(asked: Asked): Promise<Answer>
  follow(asked: Asked): Promise<FollowedRecovery>
  open(asked: Asked): Promise<Answer>
  complete(asked: Asked, newPassword?: string | null): Promise<Answer>
  decide(name: OperatorName, asked: Asked, decision?: 'approve' | 'reject'): Promise<Answer>
  veto(visitor: Visitor, asked: Asked): Promise<Answer>
  vetoByWord(account: string, word?: string): Promise<Answer>
  /** Asked, with pictures and both approvals. */
  approved(account: string, lost?: RecoveryLost): Promise<Asked>
  statusOf(asked: Asked): Promise<RecoveryStatus>
  isLocked(account: string): Promise<boolean>
  /** The desk as an operator: logged in freshly if the session became idle. */
  desk(name: OperatorName): Promise<Visitor>
}

export interface RecoveryRoom extends RecoverySteps {
  server: TestServer
  clock: ManualClock
  /** `approved`, and opened after the wait. */
  opened(account: string, lost?: RecoveryLost): Promise<Asked>
  /** Moves on, and lets the worker end what is over. */
  pass(ms: number): Promise<void>
  close(): Promise<void>
}

const asBody = (asked: Asked) => ({ code: asked.code })

/** Adds the operators, and returns what they and users do. */
export async function recoverySteps(server: RunningServer): Promise<RecoverySteps> {
  const { clock } = server
  const picture = await makePhoto({ width: 64, height: 40 })
  for (const name of OPERATORS) await addTestOperator(server, name)
  const desks = new Map<string, { visitor: Visitor; atMs: number }>()
  const anyone = server.visitor()

  const desk = async (name: OperatorName): Promise<Visitor> => {
    const known = desks.get(name)
    if (known !== undefined && clock.now() - known.atMs < 10 * 60_000) return known.visitor
    await renewCodes(server)
    const visitor = server.visitor()
    const answer = await visitor.post('/api/desk/session', operatorLogIn(server, name))
    if (answer.status !== 200) throw new Error(`desk: ${answer.text}`)
    desks.set(name, { visitor, atMs: clock.now() })
    return visitor
  }
  const steps: RecoverySteps = {
    desk,
    verified: async () => {
      const user = await server.registerUser(`u_${randomUUID().slice(0, 8)}`)
      const sent = await submitIdentity(user.visitor)
      if (sent.status !== 200) throw new Error(`identity: ${sent.text}`)
      const id = await newestVerification(server, user.account)
      const decision = `/api/desk/verifications/${id}/decision`
      const approved = await (await desk('anna-first')).post(decision, { decision: 'approve' })
      if (approved.status !== 200) throw new Error(`approval: ${approved.text}`)
      await server.owner.query('update users set safety_word = $2 where account = $1', [
        user.account,
        WORD,
      ])
      return user
    },
    ask: async (account, lost = 'login_password') => {
      const answer = await anyone.post('/api/recoveries', { account, lost })
      if (answer.status !== 200) throw new Error(`asking: ${answer.text}`)
      const { code, upload } = askRecovery.reply.parse(answer.body)
      const [row] = await server.owner.query<{ id: bigint }>(
        'select max(id) as id from account_recoveries where upload_hash = sha256(convert_to($1, $2))',
        [upload, 'UTF8'],
      )
      if (row === undefined) throw new Error('no recovery was stored')
      return { id: row.id, code, upload, lost }
    },
    addPicture: ({ upload }, name) =>
      sendBytes(anyone, `/api/recoveries/pictures/${upload}?picture=${name}`, picture),
    addPictures: async (asked) => {
      const first = await steps.addPicture(asked, 'document')
      return first.status === 200 ? steps.addPicture(asked, 'face') : first
    },
    follow: async (asked) => {
      const answer = await anyone.post('/api/recoveries/status', asBody(asked))
      return followRecovery.reply.parse(answer.body)
    },
    open: (asked) => anyone.post('/api/recoveries/open', asBody(asked)),
    complete: (asked, newPassword = asked.lost === 'second_factor' ? null : NEW_PASSWORD) =>
      anyone.post('/api/recoveries/complete', { ...asBody(asked), newPassword }),
    decide: async (name, { id }, decision = 'approve') => {
      const body = decision === 'approve' ? { decision } : { decision, reason: 'photo_mismatch' }
      return (await desk(name)).post(`/api/desk/recoveries/${id}/decision`, body)
    },
    veto: (visitor, { id }) => visitor.post(`/api/recoveries/${id}/veto`),
    vetoByWord: (account, word = WORD) => anyone.post('/api/recoveries/veto', { account, word }),
    approved: async (account, lost) => {
      const asked = await steps.ask(account, lost)
      for (const answer of [
        await steps.addPictures(asked),
        await steps.decide('anna-first', asked),
        await steps.decide('bert-second', asked),
      ]) {
        if (answer.status !== 200) throw new Error(`approving: ${answer.text}`)
      }
      return asked
    },
    statusOf: async ({ id }) => {
      const [row] = await server.owner.query<{ status: RecoveryStatus }>(
        'select status from account_recoveries where id = $1',
        [id],
      )
      if (row === undefined) throw new Error('no recovery')
      return row.status
    },
    isLocked: async (account) => {
      const [row] = await server.owner.query<{ locked: boolean }>(
        'select is_locked(id) as locked from users where account = $1',
        [account],
      )
      return row?.locked === true
    },
  }
  return steps
}

export async function recoveryRoom(options: TestServerOptions = {}): Promise<RecoveryRoom> {
  const clock = manualClock(Date.UTC(2026, 4, 4, 10))
  const server = await testServer({ clock, ...options })
  const steps = await recoverySteps(server)
  return {
    ...steps,
    server,
    clock,
    opened: async (account, lost) => {
      const asked = await steps.approved(account, lost)
      clock.jump(2 * DAY_MS)
      const answer = await steps.open(asked)
      if (answer.status !== 200) throw new Error(`opening: ${answer.text}`)
      return asked
    },
    pass: async (ms) => {
      clock.jump(ms)
      await server.db.query('select lapse_recoveries($1)', [clock.now()])
    },
    close: () => server.close(),
  }
}
