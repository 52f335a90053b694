import { expect, it } from 'vitest'
import { dailyRate } from '#contract/fund.ts'
import { exampleRate } from '#rules/fund-example-curve.ts'
import { everyDay } from '#support/fund-calendar-oracle.ts'

it('the example curve stays between 40 and 60, reaches both, and moves by one a day at most', () => {
  const rates = everyDay().map(exampleRate)
  expect(rates.every((rate) => dailyRate.safeParse(rate).success)).toBe(true)
  expect([Math.min(...rates), Math.max(...rates)]).toEqual([40, 60])
  const moves = rates.slice(1).map((rate, i) => Math.abs(rate - (rates[i] ?? 0)))
  expect(Math.max(...moves)).toBe(1)
  // It is no flat line either: in every month of thirty days something moves.
  const months = moves.slice(30).map((_, i) => moves.slice(i, i + 30))
  expect(months.filter((month) => month.every((move) => move === 0))).toEqual([])
})

it('the example curve of a day never changes: these rates are published', () => {
  const days = ['2000-01-01', '2026-01-01', '2026-07-01', '2099-12-31']
  expect(days.map(exampleRate)).toEqual([48, 54, 55, 45])
})
