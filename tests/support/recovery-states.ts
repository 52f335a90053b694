/** What each actor can do to a recovery in each of its states: the answer, and the status afterwards. */
import { DAY_MS } from '#contract/time.ts'
import type { RecoveryStatus } from '#contract/recovery.ts'
import { type Asked, type RecoveryRoom, saidIn } from '#support/recovery-room.ts'
import type { TestUser } from '#support/server.ts'
import type { Answer } from '#support/visitor.ts'

interface Case {
  user: TestUser
  asked: Asked
}
type Step = (room: RecoveryRoom, found: Case) => Promise<Answer | null>

/** The actors, each with what it tries. */
export const ACTORS = {
  /** The asker opens it with the code. */
  opens: (room, { asked }) => room.open(asked),
  /** The asker completes it with the code. */
  completes: (room, { asked }) => room.complete(asked),
  /** Someone completes it with another code. */
  guesses: (room, { asked }) =>
    room.complete({ ...asked, code: asked.code.replace(/.$/, (end) => (end === '0' ? '1' : '0')) }),
  /** Another user vetoes in their own session. */
  otherSession: async (room, { asked }) =>
    room.veto((await room.server.registerUser()).visitor, asked),
  /** A device of the account vetoes. */
  ownSession: (room, { user, asked }) => room.veto(user.visitor, asked),
  /** The operator who would be the first, and is the same one where there is a proposal. */
  firstOperator: (room, { asked }) => room.decide('anna-first', asked),
  secondOperator: (room, { asked }) => room.decide('bert-second', asked),
  rejection: (room, { asked }) => room.decide('bert-second', asked, 'reject'),
  safetyWord: (room, { user }) => room.vetoByWord(user.account),
  wrongWord: (room, { user }) => room.vetoByWord(user.account, 'rosemary'),
  /** Ten days pass. */
  clock: async (room) => {
    await room.pass(10 * DAY_MS)
    return null
  },
} as const satisfies Record<string, Step>
export type ActorName = keyof typeof ACTORS

const asking = async (room: RecoveryRoom, account: string): Promise<Asked> => {
  const asked = await room.ask(account)
  await room.addPictures(asked)
  return asked
}

/** The states, each with how a request of this account gets there. */
export const STATES = {
  pictures: (room, { account }) => room.ask(account),
  review: (room, { account }) => asking(room, account),
  proposed: async (room, { account }) => {
    const asked = await asking(room, account)
    await room.decide('anna-first', asked)
    return asked
  },
  waiting: (room, { account }) => room.approved(account),
  ready: async (room, { account }) => {
    const asked = await room.approved(account)
    room.clock.jump(2 * DAY_MS)
    return asked
  },
  opened: (room, { account }) => room.opened(account),
  done: async (room, { account }) => {
    const asked = await room.opened(account)
    await room.complete(asked)
    return asked
  },
  rejected: async (room, { account }) => {
    const asked = await asking(room, account)
    await room.decide('anna-first', asked, 'reject')
    return asked
  },
  vetoed: async (room, { account, visitor }) => {
    const asked = await room.approved(account)
    await room.veto(visitor, asked)
    return asked
  },
  lapsed: async (room, { account }) => {
    const asked = await room.approved(account)
    await room.pass(10 * DAY_MS)
    return asked
  },
  /** Of an account that does not exist. */
  decoy: (room) => asking(room, 'no_such_one'),
} as const satisfies Record<string, (room: RecoveryRoom, user: TestUser) => Promise<Asked>>
export type StateName = keyof typeof STATES

type Outcome = readonly [answer: string, status: RecoveryStatus]

/** The same for every actor in a state that is over, or to which no one has a way. */
const refusedIn = (status: RecoveryStatus, own = 'document_moved_on') =>
  ({
    opens: ['recovery_not_ready', status],
    completes: ['recovery_not_ready', status],
    guesses: ['recovery_unknown', status],
    otherSession: ['not_found', status],
    ownSession: [own, status],
    firstOperator: ['document_moved_on', status],
    secondOperator: ['document_moved_on', status],
    rejection: ['document_moved_on', status],
    safetyWord: ['ok', status],
    wrongWord: ['ok', status],
    clock: ['ok', status],
  }) as const satisfies Record<ActorName, Outcome>
const VETOED = { ownSession: ['ok', 'vetoed'], safetyWord: ['ok', 'vetoed'] } as const
const LAPSES = { clock: ['ok', 'lapsed'] } as const

/** The table. */
export const OUTCOMES: Record<StateName, Record<ActorName, Outcome>> = {
  pictures: { ...refusedIn('pictures', 'not_found'), ...LAPSES },
  review: {
    ...refusedIn('review'),
    ...LAPSES,
    firstOperator: ['ok', 'review'],
    secondOperator: ['ok', 'review'],
    rejection: ['ok', 'rejected'],
  },
  proposed: {
    ...refusedIn('review'),
    ...LAPSES,
    firstOperator: ['same_operator', 'review'],
    secondOperator: ['ok', 'waiting'],
    rejection: ['ok', 'rejected'],
  },
  waiting: { ...refusedIn('waiting'), ...VETOED, ...LAPSES },
  ready: { ...refusedIn('waiting'), ...VETOED, ...LAPSES, opens: ['ok', 'opened'] },
  opened: {
    ...refusedIn('opened'),
    ...VETOED,
    ...LAPSES,
    opens: ['ok', 'opened'],
    completes: ['ok', 'done'],
  },
  done: refusedIn('done', 'not_logged_in'),
  rejected: refusedIn('rejected'),
  vetoed: refusedIn('vetoed', 'not_logged_in'),
  lapsed: refusedIn('lapsed'),
  decoy: {
    ...refusedIn('lapsed', 'not_found'),
    firstOperator: ['not_found', 'lapsed'],
    secondOperator: ['not_found', 'lapsed'],
    rejection: ['not_found', 'lapsed'],
  },
}

/** Brings a recovery into a state and lets an actor act. */
export async function act(
  room: RecoveryRoom,
  { state, actor }: { state: StateName; actor: ActorName },
): Promise<{ user: TestUser; asked: Asked; said: string; status: RecoveryStatus }> {
  const user = await room.verified()
  const asked = await STATES[state](room, user)
  const answer = await (ACTORS[actor] as Step)(room, { user, asked })
  const said = answer === null ? 'ok' : saidIn(answer)
  return { user, asked, said, status: await room.statusOf(asked) }
}
