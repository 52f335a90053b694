import { beforeEach, describe, expect, it } from 'vitest'
import { createPriceWatch } from '#streams/wire/price-watch.ts'
import { createSilence, type Silence } from '#streams/wire/silence.ts'
import { type Alarm, createAlarm, systemTiming } from '#streams/wire/timing.ts'
import { type FakeTiming, fakeTiming } from '#support/fake-timing.ts'

let timing: FakeTiming
/** What happened, each with its millisecond. */
let rung: string[]
const ring = (name: string) => (): void => void rung.push(`${name} at ${timing.monotonicMs()}`)
beforeEach(() => {
  timing = fakeTiming()
  rung = []
})

describe('an alarm', () => {
  let alarm: Alarm
  beforeEach(() => {
    alarm = createAlarm(timing)
  })
  it('rings once, and is set until then', () => {
    alarm.set(5, ring('a'))
    expect(alarm.isSet()).toBe(true)
    timing.advance(20)
    expect([rung, alarm.isSet()]).toEqual([['a at 5'], false])
  })
  it('is replaced by setting it again', () => {
    alarm.set(5, ring('a'))
    alarm.set(9, ring('b'))
    timing.advance(20)
    expect(rung).toEqual(['b at 9'])
  })
  it('rings no more once cleared, and may be cleared when it is not set', () => {
    alarm.clear()
    alarm.set(5, ring('a'))
    alarm.clear()
    expect(alarm.isSet()).toBe(false)
    timing.advance(20)
    expect(rung).toEqual([])
  })
  it('can be set again from what it runs', () => {
    alarm.set(5, () => {
      ring('a')()
      alarm.set(2, ring('b'))
    })
    timing.advance(20)
    expect(rung).toEqual(['a at 5', 'b at 7'])
  })
})

describe('silence', () => {
  let silence: Silence
  beforeEach(() => {
    silence = createSilence(timing, 10, ring('silent'))
  })
  it('counts from its start, and is noticed once', () => {
    timing.advance(100)
    silence.start()
    timing.advance(100)
    expect(rung).toEqual(['silent at 110'])
  })
  it('counts from what was heard last', () => {
    silence.start()
    timing.advance(4)
    silence.heard()
    timing.advance(5)
    silence.heard()
    timing.advance(100)
    expect(rung).toEqual(['silent at 19'])
  })
  it('does not begin again by itself when something is heard after it was noticed', () => {
    silence.start()
    timing.advance(10)
    silence.heard()
    timing.advance(100)
    expect(rung).toEqual(['silent at 10'])
    silence.start()
    timing.advance(100)
    expect(rung).toEqual(['silent at 10', 'silent at 120'])
  })
  it('is not noticed once stopped, and counts afresh from the next start', () => {
    silence.start()
    timing.advance(9)
    silence.stop()
    timing.advance(100)
    silence.start()
    timing.advance(9)
    expect(rung).toEqual([])
    timing.advance(1)
    expect(rung).toEqual(['silent at 119'])
  })
  it('counts from the second start when it is started twice, with one timer', () => {
    silence.start()
    timing.advance(6)
    silence.start()
    timing.advance(100)
    expect(rung).toEqual(['silent at 16'])
  })
})

describe('the watch over prices', () => {
  const watch = () =>
    createPriceWatch({
      timing,
      onSilent: (asOf) => ring(`silent since ${asOf}`)(),
      onHeard: ring('heard'),
    })
  it('notices three seconds of silence, and the frame that ends it', () => {
    const prices = watch()
    prices.start()
    timing.advance(1_000)
    prices.heard(77)
    timing.advance(5_000)
    prices.heard(78)
    expect(rung).toEqual(['silent since 77 at 4000', 'heard at 6000'])
    timing.advance(3_000)
    expect(rung.at(-1)).toBe('silent since 78 at 9000')
  })
  it('says nothing while it is stopped, nor of a silence from before it was stopped', () => {
    const prices = watch()
    prices.heard(77)
    timing.advance(9_000)
    prices.start()
    timing.advance(3_000)
    prices.stop()
    prices.heard(78)
    timing.advance(9_000)
    expect(rung).toEqual(['silent since 77 at 12000'])
  })
})

describe('the real timing', () => {
  it('runs later what it was given, and never what was cancelled', async () => {
    const ran: string[] = []
    const cancel = systemTiming.after(0, () => ran.push('cancelled'))
    await new Promise<void>((done) => {
      systemTiming.after(1, () => {
        ran.push('run')
        done()
      })
      cancel()
    })
    expect(ran).toEqual(['run'])
  })
  it('never goes back, and draws chances from zero up to one', () => {
    const before = systemTiming.monotonicMs()
    expect(systemTiming.monotonicMs()).toBeGreaterThanOrEqual(before)
    const chances = Array.from({ length: 50 }, () => systemTiming.random())
    expect(Math.min(...chances)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...chances)).toBeLessThan(1)
    expect(new Set(chances).size).toBeGreaterThan(40)
  })
})
