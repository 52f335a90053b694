import { describe, expect, it } from 'vitest'
import type { CandleTick } from '#rules/candles.ts'
import {
  createTimeline,
  LOOP_PAUSE_MS,
  type Timeline,
} from '#server/market/feeds/replay-timeline.ts'

const STARTED = 1_700_000_010_000
const points = Array.from({ length: 31 }, (_, i) => ({
  timeMs: 500_000 + i * 10_000,
  price: i + 1,
  size: 0,
}))
const timeline = (wish: { speed?: number; loop?: boolean }): Timeline =>
  createTimeline({ points, startedAt: STARTED, speed: 1, loop: false, ...wish })

describe('at natural speed', () => {
  const line = timeline({})
  it('puts about a third behind the start, on the minutes of the recording', () => {
    const history = line.history()
    expect(history.length).toBeGreaterThanOrEqual(5)
    expect(history.length).toBeLessThanOrEqual(11)
    expect(((history[0]?.timeMs ?? 0) - 500_000) % 60_000).toBe(0)
    expect(history.at(-1)?.timeMs).toBeLessThan(STARTED)
  })
  it('plays the rest from the start on, keeping distances, and ends', () => {
    const played: CandleTick[] = []
    for (let at = line.seek(STARTED); at !== null; at = line.next(at)) played.push(line.tickAt(at))
    expect(played.length + line.history().length).toBe(points.length)
    expect(played[0]?.timeMs).toBeGreaterThanOrEqual(STARTED)
    expect(
      played.slice(1).every((tick, i) => tick.timeMs - (played[i]?.timeMs ?? 0) === 10_000),
    ).toBe(true)
    expect(line.endsAt).toBe(played.at(-1)?.timeMs)
    expect(line.seek((line.endsAt ?? 0) + 1)).toBeNull()
  })
})

it('divides distances by the speed, behind the start as well', () => {
  const line = timeline({ speed: 4 })
  const [a, b] = line.history()
  expect((b?.timeMs ?? 0) - (a?.timeMs ?? 0)).toBe(2_500)
})

describe('in a loop', () => {
  const line = timeline({ loop: true, speed: 100 })
  it('begins the whole recording again after a pause, for ever', () => {
    const times: number[] = []
    const prices: number[] = []
    let at = line.seek(STARTED)
    for (let i = 0; i < 100 && at !== null; i++, at = line.next(at)) {
      const tick = line.tickAt(at)
      times.push(tick.timeMs)
      prices.push(tick.price)
    }
    expect(line.endsAt).toBeNull()
    expect(prices.filter((price) => price === 31).length).toBe(3)
    const end = prices.indexOf(31)
    expect(prices[end + 1]).toBe(1)
    expect((times[end + 1] ?? 0) - (times[end] ?? 0)).toBe(LOOP_PAUSE_MS)
    expect(times).toEqual([...times].sort((a, b) => a - b))
  })
  it('finds the same place from any moment, as after a restart', () => {
    for (let from = STARTED; from < STARTED + 20_000; from += 333) {
      let at = line.seek(STARTED)
      while (at !== null && line.tickAt(at).timeMs < from) at = line.next(at)
      expect(line.seek(from)).toEqual(at)
    }
  })
})

it('plays a recording shorter than a minute, too', () => {
  const short = points.slice(0, 3)
  const line = createTimeline({ points: short, startedAt: STARTED, speed: 1, loop: false })
  expect(line.history()).toHaveLength(1)
  expect(line.seek(STARTED)).toEqual({ run: 0, index: 1 })
})
