import { describe, expect, it } from 'vitest'
import { ALL_DAYS, dayOf, daysIn, filterQuery, momentsOf } from '#data/day-range.ts'

describe('days of the device as moments', () => {
  it('runs from the first moment of the first day to the end of the last', () => {
    expect(momentsOf({ from: '2026-03-01', to: '2026-03-01' })).toEqual({
      from: new Date(2026, 2, 1).getTime(),
      to: new Date(2026, 2, 2).getTime(),
    })
  })

  it('leaves open what is not set, and what is no day', () => {
    expect(momentsOf(ALL_DAYS)).toEqual({})
    expect(momentsOf({ from: 'yesterday', to: '' })).toEqual({})
    expect(momentsOf({ from: '2026-12-31', to: null })).toEqual({
      from: new Date(2026, 11, 31).getTime(),
    })
  })

  it('ends a year and a month at their last moment', () => {
    expect(momentsOf({ from: null, to: '2026-12-31' }).to).toBe(new Date(2027, 0, 1).getTime())
    expect(momentsOf({ from: null, to: '2028-02-29' }).to).toBe(new Date(2028, 2, 1).getTime())
  })
})

it('reads days from an address and writes only what is set', () => {
  expect(daysIn(new URLSearchParams('from=2026-01-02&to=x'))).toEqual({
    from: '2026-01-02',
    to: null,
  })
  const query = filterQuery({ kind: 'deposit', from: null, to: '2026-01-03' })
  expect(query.toString()).toBe('kind=deposit&to=2026-01-03')
})

it('names the local day of a moment', () => {
  expect(dayOf(new Date(2026, 0, 5, 23, 59).getTime())).toBe('2026-01-05')
})
