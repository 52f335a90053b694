import { DAY_MS } from '#contract/time.ts'
import { describe, expect, it } from 'vitest'
import { replayFacts } from '#contract/product.ts'
import { tradingHours } from '#features/facts/trading-hours.ts'
import { createFormat } from '#i18n/format.ts'

const of = (kind: 'forex' | 'futures' | 'virtual') => ({ class: kind, replay: null })

/** The hours as a user in that place reads them. */
function written(kind: 'forex' | 'futures', now: string, zone: string): string[] {
  const hours = tradingHours(of(kind), Date.parse(now))
  const { weekdayTime } = createFormat('en', zone)
  if (hours.kind !== 'weekly') return []
  return hours.spans.map(([from, to]) => `${weekdayTime(from)} – ${weekdayTime(to)}`)
}

describe('trading hours', () => {
  it('begin with the present span while the market is open', () => {
    expect(written('forex', '2027-01-13T10:00:00Z', 'UTC')).toEqual([
      'Sun 22:00 – Fri 22:00',
      'Sun 22:00 – Fri 22:00',
    ])
    expect(written('forex', '2027-01-16T10:00:00Z', 'UTC')).toEqual(['Sun 22:00 – Fri 22:00'])
  })

  it('have the daily break of futures', () => {
    expect(written('futures', '2027-01-16T10:00:00Z', 'Europe/Berlin')).toEqual([
      'Mon 00:00 – Mon 23:00',
      'Tue 00:00 – Tue 23:00',
      'Wed 00:00 – Wed 23:00',
      'Thu 00:00 – Thu 23:00',
      'Fri 00:00 – Fri 23:00',
    ])
  })

  it('shift in the weeks in which only New York has changed its clocks', () => {
    // New York: 14 March 2027. Berlin: 28 March 2027.
    const inBerlin = (now: string) => written('forex', now, 'Europe/Berlin')
    expect(inBerlin('2027-03-06T12:00:00Z')).toEqual(['Sun 23:00 – Fri 23:00'])
    expect(inBerlin('2027-03-13T12:00:00Z')).toEqual(['Sun 22:00 – Fri 22:00'])
    expect(inBerlin('2027-03-27T12:00:00Z')).toEqual(['Sun 23:00 – Fri 23:00'])
  })

  it('shift for a place that never changes its clocks', () => {
    const inShanghai = (now: string) => written('forex', now, 'Asia/Shanghai')
    expect(inShanghai('2027-03-06T12:00:00Z')).toEqual(['Mon 06:00 – Sat 06:00'])
    expect(inShanghai('2027-03-13T12:00:00Z')).toEqual(['Mon 05:00 – Sat 05:00'])
  })

  it('are whole spans of the next seven days', () => {
    const now = Date.parse('2027-01-13T10:00:00Z')
    const hours = tradingHours(of('forex'), now)
    if (hours.kind !== 'weekly') throw new Error('no hours')
    for (const [from, to] of hours.spans) expect(to - from).toBe(5 * DAY_MS)
    expect(hours.spans.at(-1)?.[0]).toBeLessThan(now + 7 * DAY_MS)
  })

  it('leave out published closings, and all that the calendar does not cover', () => {
    const at = (iso: string): number => Date.parse(`2027-01-${iso}:00Z`)
    const closings = {
      covers: [[at('12T00:00'), at('16T00:00')] as const],
      closed: [[at('13T18:00'), at('14T23:00')] as const],
    }
    const hours = tradingHours(of('futures'), at('13T10:00'), closings)
    if (hours.kind !== 'weekly') throw new Error('no hours')
    expect(hours.spans.map((span) => span.map((ms) => new Date(ms).toISOString()))).toEqual([
      ['2027-01-12T23:00:00.000Z', '2027-01-13T18:00:00.000Z'],
      ['2027-01-14T23:00:00.000Z', '2027-01-15T22:00:00.000Z'],
    ])
  })

  it('never end for coins, and follow a recording', () => {
    expect(tradingHours(of('virtual'), 0)).toEqual({ kind: 'always' })
    const replay = replayFacts.parse({
      repeats: true,
      fastBars: false,
      watchOnly: false,
      recordedAt: 1,
      startedAt: 2,
    })
    expect(tradingHours({ class: 'forex', replay }, 0)).toEqual({ kind: 'recording' })
  })
})
