import { beforeEach, describe, expect, it } from 'vitest'
import { createFrameScheduler, immediateScheduler } from '#streams/atoms/frame-scheduler.ts'
import type { FrameScheduler } from '#streams/operators/latest-per-frame.ts'

let requested: Map<number, () => void>
let cancelled: number[]
let written: string[]
let scheduler: FrameScheduler
beforeEach(() => {
  requested = new Map()
  cancelled = []
  written = []
  scheduler = createFrameScheduler({
    requestFrame: (run) => {
      const frame = requested.size + 1
      requested.set(frame, run)
      return frame
    },
    cancelFrame: (frame) => cancelled.push(frame),
    flush: (writeAll) => {
      written.push('begin')
      writeAll()
      written.push('end')
    },
  })
})
const write = (text: string) => (): void => void written.push(text)
const one = {}
const two = {}

describe('the frame scheduler', () => {
  it('writes the newest of each key in one flush, keys in the order in which they first came', () => {
    scheduler.schedule(one, write('1a'))
    scheduler.schedule(two, write('2a'))
    scheduler.schedule(one, write('1b'))
    expect([requested.size, written]).toEqual([1, []])
    requested.get(1)?.()
    expect(written).toEqual(['begin', '1b', '2a', 'end'])
  })
  it('asks for the next frame once this one has run, and writes nothing twice', () => {
    scheduler.schedule(one, write('a'))
    requested.get(1)?.()
    scheduler.schedule(two, write('b'))
    expect(requested.size).toBe(2)
    requested.get(2)?.()
    expect(written).toEqual(['begin', 'a', 'end', 'begin', 'b', 'end'])
  })
  it('puts what is scheduled while it writes into the next frame', () => {
    scheduler.schedule(one, () => scheduler.schedule(two, write('late')))
    requested.get(1)?.()
    expect([requested.size, written]).toEqual([2, ['begin', 'end']])
  })
  it('keeps the frame while another key waits for it, and cancels it with the last', () => {
    scheduler.schedule(one, write('1'))
    scheduler.schedule(two, write('2'))
    scheduler.cancel(one)
    expect(cancelled).toEqual([])
    scheduler.cancel(two)
    expect(cancelled).toEqual([1])
    scheduler.schedule(one, write('3'))
    expect(requested.size).toBe(2)
  })
  it('cancels no frame when none was asked for, or when it has run', () => {
    scheduler.cancel(one)
    scheduler.schedule(one, write('1'))
    requested.get(1)?.()
    scheduler.cancel(one)
    expect(cancelled).toEqual([])
  })
})

describe('without frames', () => {
  it('a value is written at once, and there is nothing to cancel', () => {
    immediateScheduler.schedule(one, write('now'))
    immediateScheduler.cancel(one)
    expect(written).toEqual(['now'])
  })
})
