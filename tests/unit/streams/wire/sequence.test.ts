import { describe, expect, it } from 'vitest'
import { type FrameHead, judge } from '#streams/wire/sequence.ts'

const at = { epoch: 'e', seq: 5 }
const frame = (kind: FrameHead['kind'], seq: number, epoch = 'e') => ({
  kind,
  seq,
  epoch,
})

describe('the sequence watch', () => {
  it('applies the next delta only', () => {
    expect(judge(at, frame('delta', 6), 'exact')).toBe('apply')
    expect(judge(at, frame('delta', 5), 'exact')).toBe('drop')
    expect(judge(at, frame('delta', 4), 'exact')).toBe('drop')
    expect(judge(at, frame('delta', 7), 'exact')).toBe('replay')
  })
  it('lets topics of newest values skip, but not step back', () => {
    expect(judge(at, frame('delta', 9), 'latest')).toBe('apply')
    expect(judge(at, frame('delta', 5), 'latest')).toBe('apply')
    expect(judge(at, frame('delta', 4), 'latest')).toBe('drop')
    expect(judge(at, frame('heartbeat', 9), 'latest')).toBe('confirm')
  })
  it('restarts when continuity is lost', () => {
    expect(judge(null, frame('delta', 1), 'exact')).toBe('restart')
    expect(judge(null, frame('heartbeat', 0), 'latest')).toBe('restart')
    expect(judge(at, frame('delta', 6, 'other'), 'exact')).toBe('restart')
    expect(judge(at, frame('heartbeat', 5, 'other'), 'exact')).toBe('restart')
    expect(judge(at, frame('gap', 5), 'exact')).toBe('restart')
    expect(judge(at, frame('gap', 5), 'latest')).toBe('restart')
    expect(judge(at, frame('error', 5), 'exact')).toBe('restart')
  })
  it('takes any snapshot but an older one of the same epoch', () => {
    expect(judge(null, frame('snapshot', 0), 'exact')).toBe('apply')
    expect(judge(at, frame('snapshot', 5), 'exact')).toBe('apply')
    expect(judge(at, frame('snapshot', 4), 'exact')).toBe('drop')
    expect(judge(at, frame('snapshot', 1, 'other'), 'exact')).toBe('apply')
  })
  it('learns from a heartbeat that something is missing, or that nothing is', () => {
    expect(judge(at, frame('heartbeat', 6), 'exact')).toBe('replay')
    expect(judge(at, frame('heartbeat', 5), 'exact')).toBe('confirm')
    expect(judge(at, frame('heartbeat', 4), 'exact')).toBe('drop')
  })
})
