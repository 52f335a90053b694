import fc from 'fast-check'
import { expect, it } from 'vitest'
import { play, playableScripts } from '#support/fund-play.ts'
import { fundScript } from '#support/fund-script.ts'
import { choicesOf } from '#support/settle-choices.ts'

const DAYS = 120
const OUTCOMES = [
  'subscribe done',
  'subscribe daily_count_reached',
  'subscribe fund_holding_limit',
  'subscribe available_too_low',
  'instant done',
  'instant daily_count_reached',
  'instant redeemable_too_low',
  'instant instant_limit_reached',
  'next_day done',
  'next_day daily_count_reached',
  'next_day redeemable_too_low',
  'cancel_subscription done',
  'cancel_subscription document_moved_on',
  'cancel_subscription cut_off_passed',
  'cancel_redemption done',
  'cancel_redemption document_moved_on',
  'cancel_redemption cut_off_passed',
]

it('leaves what the rules say, whether days begin daily, late or three times at once', async () => {
  await fc.assert(fc.asyncProperty(playableScripts(DAYS), play), {
    numRuns: 1,
    endOnFailure: true,
  })
})

it('the scripts that are played come to every outcome often enough', () => {
  const counts = new Map<string, number>()
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const { days } = fundScript(200, choicesOf(seed))
    for (const { action, outcome } of days.flatMap(({ actions }) => actions)) {
      const name = `${action.kind} ${outcome}`
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  const total = [...counts.values()].reduce((sum, n) => sum + n, 0)
  console.info(OUTCOMES.map((name) => `${name} ${counts.get(name) ?? 0} of ${total}`).join('\n'))
  expect(OUTCOMES.filter((name) => (counts.get(name) ?? 0) < total * 0.005)).toEqual([])
})
