import { DAY_MS } from '#contract/time.ts'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { FollowRecovery } from '#features/recovery/follow-recovery.tsx'
import { tidyFollowCode } from '#features/recovery/kept.ts'
import { FOLLOW_CODE, followedWire } from '#support/sample-recovery.ts'
import {
  fakeNetwork,
  fillIn,
  json,
  type Network,
  problem,
  renderFeature,
} from '../render-feature.tsx'

async function shown(answer: Network) {
  const calls = fakeNetwork(answer)
  const room = await renderFeature(<FollowRecovery />)
  const user = userEvent.setup()
  const enter = async (code = FOLLOW_CODE.toLowerCase()): Promise<void> => {
    await fillIn(user, screen.getByLabelText('Recovery code'), code)
    await user.click(screen.getByRole('button', { name: 'See the status' }))
  }
  return { ...room, calls, user, enter }
}
async function stateOf(change: object) {
  localStorage.setItem('recoveryCode', FOLLOW_CODE)
  let state = followedWire({ until: Date.now() + DAY_MS, ...change })
  const refusals: Response[] = []
  const room = await shown(({ path }) => {
    if (path === '/recoveries/status') return json(state)
    return (
      refusals.shift() ??
      (path === '/recoveries/open' ? json(state) : new Response(null, { status: 204 }))
    )
  })
  const become = (next: object): void => {
    state = followedWire({ until: Date.now() + DAY_MS, ...next })
  }
  return { ...room, become, refuse: (code: string) => refusals.push(problem(code, 409)) }
}

it('reads a code as people type it', () => {
  expect(tidyFollowCode('abcd efgh jkmn pqrs tvwx yzoi')).toBe(FOLLOW_CODE)
  expect(tidyFollowCode('ａＢＣ')).toBe('ABC')
})

it('asks the server by a typed code, and says that there is none', async () => {
  const { calls, enter } = await shown(() => problem('recovery_unknown', 404))
  await enter('abc')
  expect(calls).toEqual([])
  await enter()
  expect(await screen.findByText(/no request with this code/)).toBeTruthy()
  expect(JSON.parse(calls[0]?.body ?? '')).toEqual({ code: FOLLOW_CODE })
})

it.each([
  ['pictures', 'Pictures missing'],
  ['review', 'Under review'],
  ['waiting', 'Approved, please wait'],
] as const)('in the state %s, says until when it lasts', async (state, title) => {
  await stateOf({ state })
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.getByRole('timer').textContent).toMatch(/^\d+:\d\d:\d\d$/)
  expect(screen.queryByRole('button', { name: 'Start' })).toBeNull()
})

it('reads the state again on demand', async () => {
  const { user, become } = await stateOf({ state: 'review' })
  await screen.findByRole('heading', { name: 'Under review' })
  become({ state: 'waiting' })
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByRole('heading', { name: 'Approved, please wait' })).toBeTruthy()
})

it('starts the hour, then sets a new password that was typed twice', async () => {
  const { user, calls, become } = await stateOf({ state: 'ready' })
  const start = await screen.findByRole('button', { name: 'Start' })
  expect(screen.queryByRole('timer')).toBeNull()
  become({ state: 'ready', opened: true })
  await user.click(start)
  const fresh = await screen.findByLabelText('New login password')
  expect(screen.getByRole('timer')).toBeTruthy()
  await fillIn(user, fresh, 'a-quite-new-mule')
  await fillIn(user, screen.getByLabelText('Confirm new login password'), 'another')
  const submit = screen.getByRole('button', { name: 'Set the new login password' })
  await user.click(submit)
  expect(screen.getByText('Passwords do not match')).toBeTruthy()
  expect(calls.some(({ path }) => path === '/recoveries/complete')).toBe(false)
  await fillIn(user, screen.getByLabelText('Confirm new login password'), 'a-quite-new-mule')
  become({ state: 'done', until: null })
  await user.click(submit)
  expect(await screen.findByRole('heading', { name: 'Recovered' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
  const sent = calls.find(({ path }) => path === '/recoveries/complete')
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    code: FOLLOW_CODE,
    newPassword: 'a-quite-new-mule',
  })
})

it.each([
  ['password_too_common', /too common|commonly used|often used|guess/i],
  ['passwords_equal', /must differ|different|same/i],
] as const)('says at the field that the server refused it with %s', async (code, text) => {
  const { user, refuse } = await stateOf({ state: 'ready', opened: true })
  await fillIn(user, await screen.findByLabelText('New login password'), 'a-quite-new-mule')
  await fillIn(user, screen.getByLabelText('Confirm new login password'), 'a-quite-new-mule')
  refuse(code)
  await user.click(screen.getByRole('button', { name: 'Set the new login password' }))
  await waitFor(() =>
    expect(screen.getByLabelText('New login password').getAttribute('aria-invalid')).toBe('true'),
  )
  expect(screen.getAllByText(text).length).toBeGreaterThan(0)
})

it('says that it is not ready, as after a veto', async () => {
  const { user, refuse } = await stateOf({ state: 'ready' })
  refuse('recovery_not_ready')
  await user.click(await screen.findByRole('button', { name: 'Start' }))
  expect(await screen.findByText(/can’t be completed now/)).toBeTruthy()
})

it('removes the second factors without a password', async () => {
  const { user, calls, become } = await stateOf({
    lost: 'second_factor',
    state: 'ready',
    opened: true,
  })
  const off = await screen.findByRole('button', { name: 'Turn off two-step verification' })
  become({ lost: 'second_factor', state: 'done', until: null })
  await user.click(off)
  await screen.findByRole('heading', { name: 'Recovered' })
  const sent = calls.find(({ path }) => path === '/recoveries/complete')
  expect(JSON.parse(sent?.body ?? '')).toEqual({ code: FOLLOW_CODE, newPassword: null })
})

it('says that it ended and not why, and forgets the code on demand', async () => {
  const { user } = await stateOf({ state: 'ended', until: null })
  expect(await screen.findByRole('heading', { name: 'Ended' })).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/veto|reject/i)
  await user.click(screen.getByRole('button', { name: 'Use a different code' }))
  expect(screen.getByLabelText('Recovery code')).toBeTruthy()
  expect(localStorage.getItem('recoveryCode')).toBeNull()
})
