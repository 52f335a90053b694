/**
 * Legal chaos: for as long as it is given, users of a real server do what they may, in random order and several things
 * at once, while connections die and the server restarts. No invariant breaks, each command has one fate, and no answer
 * is a fault of the server but those of the connections that died.
 */
import { drawCall, learn, type LegalUser } from '#support/legal-calls.ts'
import { type Answered, type Call, Fates, missedContradictions } from '#support/legal-fates.ts'
import { LegalRoom } from '#support/legal-room.ts'
import { choicesOf } from '#support/settle-choices.ts'
import type { Pick } from '#support/settle-scenarios.ts'
import { until } from '#support/until.ts'
import type { FaultContext, FaultScenario } from './runner.ts'

const SECONDS = { short: 5, ci: 20, full: 3_600 } as const
const MEMBERS = 2
const ROUNDS = 30
const CALLS_MAX = 5
/** A fresh database each so many sequences, so that checking stays quick. */
const SEQUENCES_A_ROOM = 12
/** Rounds of calls in which connections die, and in which the server restarts: one in so many. */
const KILLED_ONE_IN = 12
const RESTARTED_ONE_IN = 80
const KILLS = 4

interface Sequence {
  room: LegalRoom
  users: LegalUser[]
  fates: Fates
  pick: Pick
  context: FaultContext
}
/** What is wrong afterwards. */
type Round = (sequence: Sequence) => Promise<string[]>

interface Asked {
  user: LegalUser
  call: Call
}
const fateOf = (answer: { status: number } | null): string => {
  if (isLost(answer)) return 'lost'
  return answer !== null && answer.status < 300 ? 'done' : 'refused'
}
const isLost = (answer: { status: number } | null): boolean =>
  answer === null || answer.status >= 500

/** Asks again until there is an answer. */
async function settled({ room }: Sequence, { user, call }: Asked): Promise<Answered> {
  const answer = await until(call.label, async () => {
    const each = await room.ask(user, call)
    return isLost(each) ? null : each
  })
  return { call, answer }
}

/** Sends calls together, while `disturb` is at work. What it disturbed is sent again until it is answered. */
async function together(sequence: Sequence, disturb: (() => Promise<void>) | null) {
  const { room, users, pick, fates, context } = sequence
  const moment = { now: room.clock.now(), market: room.market, pick, newKey: () => room.newKey() }
  const asked = Array.from({ length: 1 + pick(CALLS_MAX) }, (): Asked => {
    const user = users[pick(users.length)]
    if (user === undefined) throw new Error('no user')
    return { user, call: drawCall(user, moment) }
  })
  const answering = asked.map(({ user, call }) => room.ask(user, call))
  await disturb?.()
  const answers = await Promise.all(answering)
  if (disturb !== null) await room.connected()
  const wrong: string[] = []
  const final: Answered[] = []
  for (const [n, each] of asked.entries()) {
    const first = answers[n] ?? null
    context.count(`${each.call.command?.name ?? 'other'} ${fateOf(first)}`)
    if (isLost(first) && disturb === null) {
      wrong.push(`${each.call.label}: ${first?.status} ${first?.text}`)
      continue
    }
    const answered =
      first === null || isLost(first)
        ? await settled(sequence, each)
        : { call: each.call, answer: first }
    learn(each.user, answered)
    final.push(answered)
  }
  for (const { user, call } of asked) if (call.method === 'DELETE') await logIn(user)
  return [...wrong, ...fates.note(final)]
}

async function logIn({ visitor, logIn: known }: LegalUser): Promise<void> {
  if (known !== null) await visitor.post('/api/session', known)
}

const calls: Round = (sequence) => {
  const { room, pick, context } = sequence
  if (pick(RESTARTED_ONE_IN) === 0) {
    context.count('restarts')
    return together(sequence, () => room.server.restart())
  }
  if (pick(KILLED_ONE_IN) > 0) return together(sequence, null)
  return together(sequence, async () => {
    for (let n = 0; n < KILLS; n++)
      context.count('connections killed', await room.killConnections())
  })
}

const time: Round = async ({ room, pick }) => {
  const isSilent = pick(6) === 0
  const [shortMs, longMs] = isSilent ? [3_000, 6_000] : [250, 1_500]
  const ms = pick(12) === 0 ? 31_000 : [shortMs, shortMs, longMs][pick(3)]
  await room.pass(ms ?? shortMs, () => (isSilent ? null : pick(5) - 2))
  return []
}

const halt: Round = async ({ room, pick }) => {
  for (const { id } of room.market.products()) {
    room.market.session(id, { state: pick(5) === 0 ? 'halted' : 'open' })
  }
  return []
}

const register: Round = async ({ room, users }) => {
  const guest = users.find((user) => user.logIn === null)
  if (guest === undefined) return []
  const answer = await room.register(guest)
  await logIn(guest)
  return answer.status === 200 ? [] : [`registration: ${answer.status} ${answer.text}`]
}

const rounds: readonly Round[] = [
  ...Array.from({ length: 14 }, () => calls),
  ...Array.from({ length: 5 }, () => time),
  halt,
]
const REGISTERED_ONE_IN = 40

async function play(sequence: Sequence): Promise<string[]> {
  const { room, users, fates, pick } = sequence
  for (let n = 0; n < ROUNDS; n++) {
    const round = pick(REGISTERED_ONE_IN) === 0 ? register : rounds[pick(rounds.length)]
    const wrong = (await round?.(sequence)) ?? []
    if (wrong.length > 0) return wrong
  }
  const answered = fates.boughtKeys()
  const bought = await room.boughtKeys(users)
  return [
    ...bought.filter((key) => !answered.includes(key)).map((key) => `${key}: bought unanswered`),
    ...answered.filter((key) => !bought.includes(key)).map((key) => `${key}: answered, not bought`),
  ]
}

async function open(context: FaultContext, room: LegalRoom, seed: number): Promise<Sequence> {
  const users = [await room.addGuest()]
  for (let n = 0; n < MEMBERS; n++) users.push(await room.addMember())
  return { room, users, fates: new Fates(), pick: choicesOf(seed), context }
}

export const run: FaultScenario = async (context) => {
  const { seed, scale, count, fail, pass } = context
  for (const name of missedContradictions()) fail(`the comparison does not find ${name}`)
  let room = await LegalRoom.open()
  const end = performance.now() + SECONDS[scale] * 1_000
  try {
    // Each sequence has a seed of its own, so that one that fails can be repeated alone.
    for (let own = seed; performance.now() < end; own += 1) {
      if (own > seed && (own - seed) % SEQUENCES_A_ROOM === 0) {
        await room.close()
        room = await LegalRoom.open()
      }
      const wrong = [...(await play(await open(context, room, own))), ...(await room.faults())]
      count('sequences')
      if (wrong.length === 0) pass()
      else return fail(`${wrong.join(' | ')}, repeated by npm run faults -- legal --seed ${own}`)
    }
  } finally {
    await room.close()
  }
}
