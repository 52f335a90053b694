import type { TickMark, TimeMark, TimeScalePoint } from 'lightweight-charts'
import { describe, expect, it } from 'vitest'
import { MillisecondScale, weightOf } from '#features/chart/base/ms-scale.ts'
import { createLiveLabels } from '#features/chart/base/time-labels.ts'

const NOON = Date.UTC(2026, 10, 20, 12)
const scale = new MillisecondScale({
  wall: (timeMs) => timeMs,
  axis: (timeMs, seconds) => `${timeMs - NOON}${seconds ? ' s' : ''}`,
  exact: (timeMs) => `exactly ${timeMs - NOON}`,
})
const item = (timeMs: number) => scale.convertHorzItemToInternal(timeMs)

describe('the millisecond scale', () => {
  it('keeps times apart that lie in the same second', () => {
    const keys = [0, 100, 250, 999].map((ms) => scale.key(item(NOON + ms)))
    expect(new Set(keys).size).toBe(4)
    expect(keys).toEqual([NOON, NOON + 100, NOON + 250, NOON + 999])
    expect(scale.key(NOON + 100)).toBe(keys[1])
    expect(scale.cacheKey(item(NOON + 250))).toBe(NOON + 250)
    expect(scale.createConverterToInternalObj()(NOON + 250)).toBe(item(NOON + 250))
  })

  it('prefers whole hours to minutes, minutes to seconds, and leaves fractions without a label', () => {
    const steps = [50, 100, 500, 1_000, 5_000, 15_000, 30_000, 60_000, 300_000, 900_000, 3_600_000]
    const weights = steps.map((ms) => weightOf(NOON + ms))
    expect(weights[0]).toBe(0)
    expect(weights).toEqual([...weights].sort((a, b) => a - b))
    expect(new Set(weights).size).toBe(weights.length)
  })

  it('weighs the points from an index on, and no others', () => {
    const points = [0, 500, 1_000, 60_000].map((ms) => ({
      time: item(NOON + ms),
      originalTime: NOON + ms,
      timeWeight: -1,
    }))
    scale.fillWeightsForPoints(points as unknown as TimeScalePoint[], 2)
    expect(points.map(({ timeWeight }) => timeWeight)).toEqual([
      -1,
      -1,
      weightOf(NOON + 1_000),
      weightOf(NOON + 60_000),
    ])
    const marks = points.slice(2).map(({ timeWeight }) => ({ weight: timeWeight }))
    expect(scale.maxTickMarkWeight(marks as unknown as TimeMark[])).toBe(weightOf(NOON + 60_000))
  })

  it('has its hours where the clock of its labels has them', () => {
    const quarterMs = 15 * 60_000
    const kathmandu = new MillisecondScale(createLiveLabels('en', 'Asia/Kathmandu'))
    const points = [0, 1, 2, 3].map((quarters) => ({
      time: item(NOON + quarters * quarterMs),
      originalTime: NOON + quarters * quarterMs,
      timeWeight: -1,
    }))
    kathmandu.fillWeightsForPoints(points as unknown as TimeScalePoint[], 0)
    const label = (at: number): string =>
      kathmandu.formatTickmark({ time: points[at]?.time } as unknown as TickMark)
    // 12:00 UTC is 17:45.
    expect(label(1)).toBe('18:00')
    const weights = points.map(({ timeWeight }) => timeWeight)
    expect(weights.indexOf(Math.max(...weights))).toBe(1)
  })

  it('writes no time that it would have to round', () => {
    const label = (ms: number): string =>
      scale.formatTickmark({ time: item(NOON + ms) } as unknown as TickMark)
    expect(label(2_500)).toBe('exactly 2500')
    expect(label(2_250)).toBe('')
  })

  it('moves labels away from the edges that would cut them off', () => {
    const marks = [{ weight: 5, needAlignCoordinate: false }]
    scale.maxTickMarkWeight(marks as unknown as TimeMark[])
    expect(marks[0]?.needAlignCoordinate).toBe(true)
  })

  it('writes seconds on the axis except at whole minutes, and tenths under the crosshair', () => {
    const label = (ms: number): string =>
      scale.formatTickmark({ time: item(NOON + ms) } as unknown as TickMark)
    expect(label(5_000)).toBe('5000 s')
    expect(label(60_000)).toBe('60000')
    expect(scale.formatHorzItem(item(NOON + 250))).toBe('exactly 250')
  })
})
