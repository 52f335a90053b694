import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cutOff, fundDates, nextBusinessDay, tradeDayAt } from '#rules/fund-calendar.ts'
import { dayOf } from '#rules/business-day.ts'
import { everyDay, isBusinessDayByHand } from '#support/fund-calendar-oracle.ts'

/** Every cut-off of the 100 years, by hand; what counts when is then a look into this list. */
const businessDays = everyDay().filter(isBusinessDayByHand)
const cutOffs = businessDays.map((day) => Date.parse(`${day}T15:00:00.000Z`))

const lastDays = 20
const index = fc.nat({ max: cutOffs.length - lastDays })
const nearCutOff = fc
  .tuple(index, fc.constantFrom(-1, 0, 1))
  .map(([i, off]) => (cutOffs[i] ?? 0) + off)
const nearMidnight = fc
  .tuple(fc.integer({ min: 10_958, max: 47_450 }), fc.constantFrom(-1, 0, 1))
  .map(([day, off]) => day * 86_400_000 + off)
const anyTime = fc.integer({ min: Date.UTC(2000, 0, 2), max: Date.UTC(2099, 11, 1) })
const moment = fc.oneof(nearCutOff, nearMidnight, anyTime)

/** The first entry of the list that is later than the moment, found by halving. */
function firstAfter(atMs: number): number {
  let [low, high] = [0, cutOffs.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cutOffs[middle] ?? 0) > atMs) high = middle
    else low = middle + 1
  }
  return low
}

it('each moment counts for the first listed cut-off after it, and takes effect a listed day later', () => {
  const seen = { sameDay: 0, nextDay: 0, overRest: 0 }
  fc.assert(
    fc.property(moment, (atMs) => {
      const i = firstAfter(atMs)
      const [tradeDay, settleDay] = [businessDays[i] ?? '', businessDays[i + 1] ?? '']
      expect(fundDates(atMs)).toEqual({
        tradeDay,
        cutOffAt: cutOffs[i],
        settleDay,
        settlesAt: Date.parse(`${settleDay}T00:00:00Z`),
      })
      expect(tradeDayAt(atMs)).toBe(tradeDay)
      const days = (Date.parse(tradeDay) - Date.parse(dayOf(atMs))) / 86_400_000
      seen[days === 0 ? 'sameDay' : days === 1 ? 'nextDay' : 'overRest'] += 1
    }),
    { numRuns: 20_000 },
  )
  console.info(JSON.stringify(seen))
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(100)
})

it('the business days follow each other as in the list, and their cut-offs too', () => {
  const wrong = businessDays.filter((day, i) => {
    const next = businessDays[i + 1]
    return cutOff(day) !== cutOffs[i] || (next !== undefined && nextBusinessDay(day) !== next)
  })
  expect(wrong).toEqual([])
})
