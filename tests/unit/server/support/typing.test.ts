import { expect, it } from 'vitest'
import { SUPPORT_TYPING_MS } from '#contract/support.ts'
import { createTyping } from '#server/support/typing.ts'
import { manualClock } from '#support/manual-clock.ts'

function room() {
  const clock = manualClock(1_000)
  const passed: unknown[] = []
  const typing = createTyping({ clock, hub: { pass: (...event) => void passed.push(event) } })
  const changes: string[][] = []
  typing.onChange(() => changes.push(typing.accounts()))
  return { clock, passed, typing, changes }
}

it('a customer types for some seconds after the last key, told once at its beginning and end', async () => {
  const { clock, typing, changes } = room()
  typing.customer('anna_1')
  await clock.advance(SUPPORT_TYPING_MS - 1)
  typing.customer('anna_1')
  await clock.advance(SUPPORT_TYPING_MS - 1)
  expect(typing.accounts()).toEqual(['anna_1'])
  await clock.advance(1)
  expect(changes).toEqual([['anna_1'], []])
})

it('a message that is there ends the typing of whoever wrote it', () => {
  const { typing, changes } = room()
  typing.customer('anna_1')
  typing.customerDone('anna_1')
  typing.customerDone('berta_1')
  expect(changes).toEqual([['anna_1'], []])
})

it('the staff types to one user, until a moment that the user’s page knows', () => {
  const { typing, passed } = room()
  typing.staff(7n, true)
  typing.staff(7n, false)
  expect(passed).toEqual([
    [7n, 'typing', { until: 1_000 + SUPPORT_TYPING_MS }],
    [7n, 'typing', { until: null }],
  ])
})
