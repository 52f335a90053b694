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
})
