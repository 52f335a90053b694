import { describe, expect, it } from 'vitest'
import { sessionAt } from '#rules/calendar.ts'

const at = (text: string): number => Date.parse(text)

describe('forex week', () => {
  it('opens on Sunday at 17:00 New York, an hour later in UTC in winter', () => {
    expect(sessionAt('forex', at('2026-07-04T12:00:00Z')).opensAt).toBe(at('2026-07-05T21:00:00Z'))
    expect(sessionAt('forex', at('2026-01-03T12:00:00Z')).opensAt).toBe(at('2026-01-04T22:00:00Z'))
  })
  it('opens by summer time on the Sunday on which the clocks went forward', () => {
    expect(sessionAt('forex', at('2026-03-07T12:00:00Z')).opensAt).toBe(at('2026-03-08T21:00:00Z'))
  })
  it('opens by winter time on the Sunday on which the clocks went back', () => {
    expect(sessionAt('forex', at('2026-10-31T12:00:00Z')).opensAt).toBe(at('2026-11-01T22:00:00Z'))
  })
  it('closes on Friday at 17:00 New York', () => {
    const session = sessionAt('forex', at('2026-11-18T12:00:00Z'))
    expect(session).toEqual({ state: 'open', opensAt: null, closesAt: at('2026-11-20T22:00:00Z') })
  })
})

describe('futures day', () => {
  it('rests from 17:00 to 18:00 New York', () => {
    expect(sessionAt('futures', at('2026-11-18T21:59:59.999Z'))).toMatchObject({
      state: 'open',
      closesAt: at('2026-11-18T22:00:00Z'),
    })
    expect(sessionAt('futures', at('2026-11-18T22:00:00Z'))).toEqual({
      state: 'closed',
      opensAt: at('2026-11-18T23:00:00Z'),
      closesAt: null,
    })
  })
  it('stays closed from Friday 17:00 to Sunday 18:00', () => {
    expect(sessionAt('futures', at('2026-11-20T22:30:00Z')).opensAt).toBe(
      at('2026-11-22T23:00:00Z'),
    )
  })
})

it('never closes where the calendar is always', () => {
  expect(sessionAt('always', 0)).toEqual({ state: 'open', opensAt: null, closesAt: null })
})
