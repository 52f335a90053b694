import { describe, expect, it } from 'vitest'
import { createLink } from '#streams/wire/link.ts'
import { createServerClock } from '#streams/wire/server-clock.ts'
import { fakeTiming } from '#support/fake-timing.ts'
import { fakeTransport } from '#support/fake-transport.ts'

const AHEAD_MS = 1_800_000_000_000

function build(delays: [number, number][]) {
  const timing = fakeTiming()
  const fake = fakeTransport()
  const link = createLink({ transport: fake.transport, timing, onFrame: () => undefined })
  fake.last().to.up()
  let asked = 0
  fake.onRequest = (_attempt, { answer }) => {
    const [there, back] = delays[asked % delays.length] ?? [0, 0]
    asked += 1
    timing.after(there, () => {
      const serverTime = AHEAD_MS + timing.monotonicMs()
      timing.after(back, () => answer(serverTime))
    })
  }
  return {
    timing,
    fake,
    clock: createServerClock(link, timing),
    asked: () => asked,
    alive: () => fake.last().to.alive(),
  }
}

describe('the market clock of a page', () => {
  it('takes the quickest of five probes and half of its round trip', () => {
    const { timing, clock, asked } = build([
      [80, 20],
      [200, 50],
      [4, 4],
      [90, 10],
      [300, 1],
    ])
    clock.probe()
    timing.advance(3_000)
    expect(asked()).toBe(5)
    expect(clock.now()).toBe(AHEAD_MS + 3_000)
  })
  it('probes again each minute', () => {
    const { timing, clock, asked, alive } = build([[1, 1]])
    clock.probe()
    for (let second = 0; second < 61; second += 1) {
      timing.advance(1_000)
      alive()
    }
    expect(asked()).toBeGreaterThan(5)
    clock.stop()
    const before = asked()
    timing.advance(600_000)
    expect(asked()).toBe(before)
  })
  it('goes by the newest frame until a probe was answered', () => {
    const { timing, clock } = build([[1, 1]])
    expect(clock.now()).toBe(0)
    clock.hint(AHEAD_MS - 30)
    clock.hint(AHEAD_MS - 90)
    expect(clock.now()).toBe(AHEAD_MS - 30)
    clock.probe()
    timing.advance(2_000)
    clock.hint(AHEAD_MS + 900_000)
    expect(clock.now()).toBe(AHEAD_MS + 2_000)
  })
  it('sends its probes a fifth of a second apart, each after the answer to the one before', () => {
    const { timing, clock, asked } = build([[10, 0]])
    clock.probe()
    timing.advance(209)
    expect(asked()).toBe(1)
    timing.advance(1)
    expect(asked()).toBe(2)
    timing.advance(209)
    expect(asked()).toBe(2)
    timing.advance(60_000 - 419)
    expect(asked()).toBe(5)
  })
  it('probes again exactly a minute after it began, also when the last answer never came', () => {
    const { timing, clock, fake } = build([])
    let asked = 0
    fake.onRequest = () => void (asked += 1)
    clock.probe()
    for (let second = 0; second < 59; second += 1) {
      timing.advance(1_000)
      fake.last().to.alive()
    }
    timing.advance(999)
    expect(asked).toBe(1)
    timing.advance(1)
    expect(asked).toBe(2)
  })
  it('lets a new round replace the one before: late answers of that count no more', () => {
    const { timing, clock, fake } = build([])
    fake.onRequest = () => undefined
    clock.probe()
    timing.advance(10)
    clock.probe()
    fake.last().requests[1]?.answer(AHEAD_MS + 10)
    fake.last().requests[0]?.answer(AHEAD_MS + 900_000)
    expect(clock.now()).toBe(AHEAD_MS + 10)
    timing.advance(200)
    // The second probe of the second round alone.
    expect(fake.last().requests).toHaveLength(3)
  })
  it('takes no answer after it was stopped, and sends nothing more', () => {
    const { timing, clock, asked } = build([[5, 5]])
    clock.probe()
    clock.stop()
    timing.advance(100_000)
    expect([asked(), clock.now()]).toEqual([1, 0])
  })
  it('leaves nothing to run after it was stopped', () => {
    const { timing, clock, fake } = build([])
    fake.onRequest = () => undefined
    const before = timing.waiting()
    clock.probe()
    expect(timing.waiting()).toBe(before + 1)
    clock.stop()
    expect(timing.waiting()).toBe(before)
  })
  it('counts the minute from its newest round, and ends the one before', () => {
    const { timing, clock, fake } = build([])
    const at: number[] = []
    fake.onRequest = (_attempt, { answer }) => {
      at.push(timing.monotonicMs())
      answer(AHEAD_MS)
    }
    clock.probe()
    timing.advance(100)
    clock.probe()
    for (let second = 0; second < 61; second += 1) {
      timing.advance(1_000)
      fake.last().to.alive()
    }
    expect(at.slice(0, 7)).toEqual([0, 100, 300, 500, 700, 900, 60_100])
  })
  it('keeps the first of two probes that were equally quick', () => {
    const { timing, clock } = build([
      [10, 0],
      [0, 10],
    ])
    clock.probe()
    timing.advance(300)
    // All ten milliseconds were on the way there, so half of the round trip puts the clock five ahead.
    expect(clock.now()).toBe(AHEAD_MS + 300 + 5)
  })
  it('does without an answer that it cannot read, and takes the next', () => {
    const { timing, clock, fake } = build([])
    let answers = 0
    fake.onRequest = (_attempt, { answer }) => {
      answers += 1
      answer(answers === 1 ? 'soon' : AHEAD_MS + timing.monotonicMs())
    }
    clock.hint(7)
    clock.probe()
    expect(clock.now()).toBe(7)
    timing.advance(200)
    expect(clock.now()).toBe(AHEAD_MS + 200)
  })
  it('counts on from a frame as time passes, in whole milliseconds', () => {
    const { timing, clock } = build([])
    timing.advance(40)
    clock.hint(AHEAD_MS)
    timing.advance(2.5)
    expect(clock.now()).toBe(AHEAD_MS + 2)
  })
})

describe('how well the clock is known', () => {
  it('is unknown before two answers, because one cannot be contradicted', () => {
    const { timing, clock } = build([[40, 40]])
    clock.probe()
    expect(clock.quality()).toBeNull()
    timing.advance(80)
    expect(clock.quality()).toBeNull()
    timing.advance(280)
    expect(clock.quality()).toEqual({
      roundTripMs: 80,
      usualTripMs: 80,
      uncertaintyMs: 40,
      agrees: true,
    })
  })
  it('takes half of the best round trip, however slow and uneven the others were, and says the usual one', () => {
    const { timing, clock } = build([
      [900, 900],
      [30, 10],
      [10, 1_200],
      [500, 20],
      [20, 20],
    ])
    clock.probe()
    timing.advance(8_000)
    const usual = { roundTripMs: 40, usualTripMs: 520, uncertaintyMs: 20, agrees: true }
    expect(clock.quality()).toEqual(usual)
  })
  it('adds what probes disagree by, and trusts the clock again once a whole round agrees', () => {
    const { timing, clock, fake, alive } = build([[10, 10]])
    clock.probe()
    timing.advance(3_000)
    // The device slept, and its monotonic clock stood still for half a minute.
    fake.onRequest = (_attempt, { answer }) => answer(AHEAD_MS + 30_000 + timing.monotonicMs())
    alive()
    clock.probe()
    expect(clock.quality()).toMatchObject({ roundTripMs: 0, agrees: false })
    expect(clock.quality()?.uncertaintyMs).toBeGreaterThan(29_000)
    timing.advance(800)
    expect(clock.quality()).toEqual({
      roundTripMs: 0,
      usualTripMs: 0,
      uncertaintyMs: 0,
      agrees: true,
    })
  })
  it('is unknown again after the connection was lost', () => {
    const { timing, clock } = build([[10, 10]])
    clock.probe()
    timing.advance(3_000)
    clock.stop()
    expect(clock.quality()).toBeNull()
  })
})
