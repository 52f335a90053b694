/**
 * Recoveries of accounts under races, one hostile operator, thieves, cuts of the database and kills of the server, and
 * closings that are killed: nothing but the outcomes that docs/SECURITY.md lists.
 */
import { KilledRoom } from '#support/killed-room.ts'
import { faultsOf } from '#support/ledger-room.ts'
import { cutAtEachStep, oneOperator, thiefInSession } from '#support/recovery-attacks.ts'
import { thiefWithDevice } from '#support/recovery-device.ts'
import { isFound, killedAsking, killedEnd, killedSteps, STEPS } from '#support/recovery-kills.ts'
import { RACES } from '#support/recovery-races.ts'
import { type RecoveryRoom, recoveryRoom } from '#support/recovery-room.ts'
import { choicesOf } from '#support/settle-choices.ts'
import type { FaultContext, FaultScenario } from './runner.ts'

const SCALES = {
  short: { races: 1, sequences: 2, thieves: 1, cuts: 1, steps: 1, kills: 0 },
  ci: { races: 2, sequences: 4, thieves: 1, cuts: 1, steps: 4, kills: 0 },
  full: { races: 100, sequences: 500, thieves: 50, cuts: 50, steps: 0, kills: 25 },
} as const

/** Without the check of the second operator, one operator must be found to approve alone. */
async function control(room: RecoveryRoom, context: FaultContext): Promise<void> {
  const { owner } = room.server
  const [row] = await owner.query<{ text: string }>(
    `select pg_get_functiondef('move_recovery'::regproc) as text`,
  )
  const planted = row?.text.replace('if first = p_actor then', 'if false then') ?? ''
  context.check(planted !== row?.text, 'the control changes nothing')
  await owner.query(planted)
  const { account } = await room.verified()
  const asked = await room.ask(account)
  await room.addPictures(asked)
  await room.decide('anna-first', asked)
  await room.decide('anna-first', asked)
  context.check((await room.statusOf(asked)) === 'waiting', 'the planted fault has no effect')
}

/** Each step, at each of its kills, as often as `kills` says; or `steps` of them, which the seed chooses. */
async function kills(context: FaultContext): Promise<void> {
  const pick = choicesOf(context.seed + 1)
  const room = await KilledRoom.open()
  const seen = (step: string, isDone: boolean): void =>
    context.count(`killed ${step}, ${isDone ? 'done' : 'not done'}`)
  const judge = (fault: string | null): void => context.check(fault === null, `kill: ${fault}`)
  const { steps, kills: rounds } = SCALES[context.scale]
  const left = [...STEPS]
  const chosen = Array.from({ length: steps }, () => left.splice(pick(left.length), 1)).flat()
  const kill = { room, pick, seen, took: new Map<string, number>() }
  try {
    // Without a kill, which shows how long each step takes.
    judge(await killedSteps(kill, []))
    if (chosen.length > 0) judge(await killedSteps(kill, chosen))
    for (let n = 0; n < rounds; n += 1) {
      judge(await killedAsking(kill))
      judge(await killedSteps(kill, STEPS))
      judge(await killedEnd(kill))
    }
    const faults = await faultsOf(room.database.owner)
    context.check(faults.length === 0, `faults after the kills: ${JSON.stringify(faults)}`)
    context.check(await isFound(room), 'what is half done is not found')
  } finally {
    await room.close()
  }
}

/** Runs the scenario. */
export const run: FaultScenario = async (context) => {
  // Both wait more than they compute.
  await Promise.all([attacks(context), kills(context)])
}

async function attacks(context: FaultContext): Promise<void> {
  const scale = SCALES[context.scale]
  const pick = choicesOf(context.seed)
  const room = await recoveryRoom({ config: { practice: true } })
  const judge = (what: string, fault: string | null): void => {
    context.count(what)
    context.check(fault === null, `${what}: ${fault}`)
  }
  try {
    for (const [name, race] of Object.entries(RACES)) {
      for (let n = 0; n < scale.races; n += 1) judge(name, await race(room))
    }
    for (let n = 0; n < scale.sequences; n += 1) {
      judge('one operator alone', await oneOperator(room, pick))
    }
    for (let n = 0; n < scale.thieves; n += 1) {
      judge('a thief in a session', await thiefInSession(room, pick))
      judge('a thief with a device', await thiefWithDevice(room, pick))
    }
    for (let n = 0; n < scale.cuts; n += 1) {
      judge('a cut at each step', await cutAtEachStep(room, pick))
    }
    const faults = await faultsOf(room.server.db)
    context.check(faults.length === 0, `faults: ${JSON.stringify(faults)}`)
    await control(room, context)
  } finally {
    await room.close()
  }
}
