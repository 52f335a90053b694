import { Subject } from 'rxjs'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFrameScheduler } from '#streams/atoms/frame-scheduler.ts'
import { latestPerFrame } from '#streams/operators/latest-per-frame.ts'

let frames: (() => void)[]
let cancelled: number[]
let flushes: number
let scheduler: ReturnType<typeof createFrameScheduler>

beforeEach(() => {
  frames = []
  cancelled = []
  flushes = 0
  scheduler = createFrameScheduler({
    requestFrame: (run) => frames.push(run),
    cancelFrame: (frame) => cancelled.push(frame),
    flush: (writeAll) => {
      flushes += 1
      writeAll()
    },
  })
})
const numbers = (): { source: Subject<number>; seen: number[]; stop(): void } => {
  const source = new Subject<number>()
  const seen: number[] = []
  const subscription = source
    .pipe(latestPerFrame(scheduler, (value) => value >= 0))
    .subscribe((value) => seen.push(value))
  return { source, seen, stop: () => subscription.unsubscribe() }
}

describe('latestPerFrame', () => {
  it('writes the newest value of each source, all in one flush of one frame', () => {
    const a = numbers()
    const b = numbers()
    for (let value = 0; value < 100; value += 1) {
      a.source.next(value)
      b.source.next(value * 2)
    }
    expect(frames).toHaveLength(1)
    expect(a.seen).toEqual([])
    frames[0]?.()
    expect([a.seen, b.seen, flushes]).toEqual([[99], [198], 1])
    a.source.next(7)
    expect(frames).toHaveLength(2)
  })
  it('passes at once what cannot wait, and never the older value after it', () => {
    const { source, seen } = numbers()
    source.next(1)
    source.next(-1)
    expect(seen).toEqual([-1])
    expect(cancelled).toEqual([1])
  })
  it('writes nothing after it was left, and asks for no frame in vain', () => {
    const { source, seen, stop } = numbers()
    source.next(1)
    stop()
    expect(cancelled).toEqual([1])
    frames[0]?.()
    expect(seen).toEqual([])
  })
})
