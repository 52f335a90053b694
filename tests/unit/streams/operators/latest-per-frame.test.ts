import { Subject, type Subscription } from 'rxjs'
import type { TestScheduler } from 'rxjs/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFrameScheduler } from '#streams/atoms/frame-scheduler.ts'
import { type FrameScheduler, latestPerFrame } from '#streams/operators/latest-per-frame.ts'
import { marbles } from '#support/marbles.ts'

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

  it('leaves the source when its reader leaves', () => {
    const { source, stop } = numbers()
    expect(source.observed).toBe(true)
    stop()
    expect(source.observed).toBe(false)
  })
})

/** A frame every five milliseconds of virtual time. */
const FRAME_MS = 5
const everyFive = (at: TestScheduler): FrameScheduler => {
  const waiting = new Map<object, Subscription>()
  return {
    schedule: (key, write) => {
      waiting.get(key)?.unsubscribe()
      waiting.set(key, at.schedule(write, FRAME_MS - (at.now() % FRAME_MS)))
    },
    cancel: (key) => waiting.get(key)?.unsubscribe(),
  }
}
const isLetter = (value: string): boolean => /[a-z]/.test(value)

describe('latestPerFrame in time', () => {
  it('gives one letter per frame, the newest, and each digit at once in place of the letter before', () => {
    marbles(({ hot, expectObservable }, at) => {
      const paced = hot('-ab-c-d--e--1-f1--').pipe(latestPerFrame(everyFive(at), isLetter))
      expectObservable(paced).toBe('-----c----e-1--1--')
    })
  })
  it('hands on the end of the source at once, and writes nothing after it', () => {
    marbles(({ hot, expectObservable, expectSubscriptions }, at) => {
      const source = hot('-a|')
      expectObservable(source.pipe(latestPerFrame(everyFive(at), isLetter))).toBe('--|')
      expectSubscriptions(source.subscriptions).toBe('^-!')
    })
  })
  it('hands on an error at once', () => {
    marbles(({ hot, expectObservable }, at) => {
      expectObservable(hot('1-a#').pipe(latestPerFrame(everyFive(at), isLetter))).toBe('1--#')
    })
  })
})
