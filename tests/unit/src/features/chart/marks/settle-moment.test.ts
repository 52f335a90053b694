import { describe, expect, it } from 'vitest'
import { createSettleMoments, MOMENT_MS, settleStep } from '#features/chart/marks/settle-moment.ts'

describe('the moment of a settlement', () => {
  it('fills the corridor of a win from its entry on, pops its mark, and is over after 1.2 s', () => {
    expect(settleStep(0, 'won', false)).toMatchObject({ fill: 0, scale: 0 })
    const fills = [100, 300, 500, 900].map((at) => settleStep(at, 'won', false)?.fill ?? -1)
    expect(fills).toEqual(fills.toSorted((a, b) => a - b))
    expect(fills.at(-1)).toBe(1)
    const scales = Array.from(
      { length: 60 },
      (_, i) => settleStep(i * 20, 'won', false)?.scale ?? 0,
    )
    expect(Math.max(...scales)).toBeGreaterThan(1.05)
    expect(scales.at(-1)).toBe(1)
    expect(settleStep(1_199, 'won', false)?.alpha).toBeLessThan(0.01)
    expect(settleStep(1_200, 'won', false)).toBeNull()
  })

  it('is short and quiet after a loss, and never stronger than a win', () => {
    expect(MOMENT_MS.lost).toBeLessThanOrEqual(500)
    expect(settleStep(MOMENT_MS.lost, 'lost', false)).toBeNull()
    for (const result of ['lost', 'draw'] as const) {
      for (let at = 0; at < MOMENT_MS[result]; at += 20) {
        const step = settleStep(at, result, false)
        // Nothing sweeps or pops.
        expect([step?.fill, step?.scale]).toEqual([1, 1])
        expect(step?.alpha).toBeLessThan(0.2)
      }
    }
  })

  it('changes without movement where motion is reduced', () => {
    const steps = [0, 100, 600, 1_199].map((at) => settleStep(at, 'won', true))
    expect(new Set(steps.map((step) => JSON.stringify(step))).size).toBe(1)
    expect(steps[0]).toMatchObject({ fill: 1, scale: 1 })
    expect(settleStep(1_200, 'won', true)).toBeNull()
  })
})

describe('the moments of a chart', () => {
  const open = { id: '1', exit: null, result: null }
  const won = { id: '1', exit: {}, result: 'won' as const }

  it('begin when an open order gets its result, and not with old results', () => {
    const moments = createSettleMoments(() => false)
    moments.set([won], 0)
    expect(moments.isRunning()).toBe(false)
    moments.set([open], 1_000)
    expect(moments.stepOf('1', 1_000)).toBeNull()
    moments.set([won], 2_000)
    expect(moments.isRunning()).toBe(true)
    // The frame may have begun before the result came.
    expect(moments.stepOf('1', 1_990)).toEqual(settleStep(0, 'won', false))
    expect(moments.stepOf('1', 2_500)).toEqual(settleStep(500, 'won', false))
    // The same orders again do not start it again.
    moments.set([won], 2_600)
    expect(moments.stepOf('1', 2_600)).toEqual(settleStep(600, 'won', false))
    expect(moments.isRunning()).toBe(true)
    expect(moments.stepOf('1', 3_300)).toBeNull()
    expect(moments.isRunning()).toBe(false)
  })

  it('end with their orders, and do not begin without a result', () => {
    const moments = createSettleMoments(() => false)
    moments.set([open, { ...open, id: '2' }], 0)
    moments.set([won, { ...won, id: '2', result: null }], 10)
    expect(moments.stepOf('2', 20)).toBeNull()
    moments.set([], 30)
    expect(moments.isRunning()).toBe(false)
  })
})
