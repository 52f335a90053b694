import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOf } from '#support/ledger-room.ts'
import { NEW_PASSWORD, type RecoveryRoom, recoveryRoom, saidIn } from '#support/recovery-room.ts'
import {
  act,
  ACTORS,
  type ActorName,
  OUTCOMES,
  STATES,
  type StateName,
} from '#support/recovery-states.ts'

let room: RecoveryRoom
beforeAll(async () => {
  room = await recoveryRoom()
})
afterAll(async () => {
  expect(await faultsOf(room.server.db)).toEqual([])
  await room.close()
})

const logIn = async (account: string, password: string): Promise<string> =>
  saidIn(await room.server.visitor().post('/api/session', { account, password }))

describe.each(Object.keys(STATES) as StateName[])('a recovery that is %s', (state) => {
  it.each(Object.keys(ACTORS) as ActorName[])('answers as the table says: %s', async (actor) => {
    const [answer, after] = OUTCOMES[state][actor]
    const { user, said, status } = await act(room, { state, actor })
    expect([said, status]).toEqual([answer, after])
    // The account is locked by a veto alone, and its password changes by a completed recovery alone.
    expect(await room.isLocked(user.account)).toBe(after === 'vetoed')
    const asBefore = await logIn(user.account, user.password)
    const asNew = await logIn(user.account, NEW_PASSWORD)
    const open = after === 'vetoed' ? 'account_locked' : 'ok'
    expect([asBefore, asNew]).toEqual(
      after === 'done' ? ['login_failed', 'ok'] : [open, 'login_failed'],
    )
  })
})
