import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changeLimit, limitAt, LOOSER_AFTER_MS, type OwnLimit } from '#rules/own-limits.ts'
import { type Asked, LimitTimeline } from '#support/limits-model.ts'

const START = 1_700_000_000_000
const value = fc.constantFrom(null, 1, 2, 3, 5, 8)
/** Often just before, at and just after the moment at which something pending becomes due. */
const pause = fc.oneof(
  fc.integer({ min: 0, max: 3 * LOOSER_AFTER_MS }),
  fc.constantFrom(0, 1, LOOSER_AFTER_MS - 1, LOOSER_AFTER_MS, LOOSER_AFTER_MS + 1),
)
const story = fc.array(fc.record({ pause, value }), { minLength: 1, maxLength: 12 })
const timed = (steps: readonly { pause: number; value: number | null }[]): Asked[] => {
  let atMs = START
  return steps.map((step) => {
    atMs += step.pause
    return { atMs, value: step.value }
  })
}
const size = (limit: number | null): number => limit ?? Number.POSITIVE_INFINITY
const NONE: OwnLimit<number> = { value: null, pending: null }

it('is at every moment what a simple timeline says', () => {
  const seen = new Map<string, number>()
  fc.assert(
    fc.property(story, (steps) => {
      const timeline = new LimitTimeline()
      let limit = NONE
      for (const asked of timed(steps)) {
        const outcome = timeline.ask(asked)
        seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
        limit = changeLimit(limit, asked.value, asked.atMs)
        for (const later of [0, 1, LOOSER_AFTER_MS - 1, LOOSER_AFTER_MS, 2 * LOOSER_AFTER_MS]) {
          const moment = asked.atMs + later
          expect(limitAt(limit, moment).value).toBe(timeline.at(moment))
        }
        const next = timeline.after(asked.atMs)
        expect(limitAt(limit, asked.atMs).pending?.at).toBe(next?.fromMs)
      }
    }),
    { numRuns: 500 },
  )
  const all = [...seen.values()].reduce((sum, n) => sum + n, 0)
  const shares = ['same', 'tighter', 'looser', 'asked again'].map((outcome) => {
    const share = (seen.get(outcome) ?? 0) / all
    return { outcome, enough: share >= 0.005 }
  })
  expect(shares.filter(({ enough }) => !enough)).toEqual([])
})

it('never becomes looser unless that was asked for a day before and nothing tighter since', () => {
  fc.assert(
    fc.property(story, pause, (steps, wait) => {
      const asked = timed(steps)
      const end = (asked.at(-1)?.atMs ?? START) + wait
      const limit = asked.reduce((held, call) => changeLimit(held, call.value, call.atMs), NONE)
      const now = size(limitAt(limit, end).value)
      for (const { atMs, value: wished } of asked) {
        // What was asked for within the last day cannot have been passed by now.
        if (atMs > end - LOOSER_AFTER_MS) expect(now).toBeLessThanOrEqual(size(wished))
      }
    }),
    { numRuns: 500 },
  )
})
