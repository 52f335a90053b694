/**
 * Measures how long a frame takes from the server's flush until its prices are painted, in the same way on both pages.
 *
 * A frame's time starts when its flush is due, so it includes the wait for a busy page. It ends in the first task after
 * the rendering of the first animation frame in which every price cell shows the price of this frame, or of a later
 * one. The cells are read in a ResizeObserver, which runs after all callbacks and the layout of an animation frame and
 * before its paint, so what it reads is what this animation frame paints. The time includes style, layout and paint on
 * the main thread, but neither the network nor what the compositor and the screen add, which no page can observe.
 */
import { chanceOf } from '#support/chance.ts'
import { type Beat, parseFrames, pricesOf, type Tape } from './fake-server.ts'
import { rowLinks } from './hand-dom.ts'

/** A whole number of animation frames at 60 Hz, so that flushes are spread evenly over the time between two of them. */
const JITTER_MS = 50
const LIMIT_MS = 120_000

/** A price cell, and the text that it must show. */
type Expected = readonly (readonly [cell: Element, text: string])[]
interface Flush {
  dueMs: number
  expected: Expected
}

function createExpected(write: (price: number) => string): (texts: readonly string[]) => Expected {
  const cells = new Map<number, Element>()
  for (const [id, link] of rowLinks()) {
    const cell = link.querySelector('[data-quote] > span:last-of-type')
    if (cell !== null) cells.set(id, cell)
  }
  return (texts) => {
    const expected: (readonly [Element, string])[] = []
    for (const [id, price] of pricesOf(texts)) {
      const cell = cells.get(id)
      if (cell !== undefined) expected.push([cell, write(price)])
    }
    if (expected.length === 0) throw new Error('a frame has no price on the page')
    return expected
  }
}

const isShown = ({ expected }: Flush): boolean =>
  expected.every(([cell, text]) => cell.textContent === text)

/** Calls `beforePaint` in each animation frame after its layout. `eachFrame` runs first in it. */
function watchPaint(eachFrame: () => void, beforePaint: () => void): () => void {
  const probe = document.createElement('div')
  probe.style.cssText = 'position:fixed;top:0;left:0;height:1px;contain:strict;visibility:hidden'
  document.body.append(probe)
  const observer = new ResizeObserver(beforePaint)
  observer.observe(probe)
  let width = 1
  const resize = (): void => {
    width = 3 - width
    probe.style.width = `${width}px`
    frame = requestAnimationFrame(resize)
    eachFrame()
  }
  let frame = requestAnimationFrame(resize)
  return () => {
    cancelAnimationFrame(frame)
    observer.disconnect()
    probe.remove()
  }
}

/** Sends the tape with jitter. `sent` is called with each flush before the page reads it. */
function playUnevenly(
  { beatMs, beats }: Tape,
  beat: Beat,
  sent: (at: number, dueMs: number) => void,
) {
  const next = chanceOf(11)
  const startMs = performance.now()
  const dueAt = (at: number): number => startMs + at * beatMs + next() * JITTER_MS
  const wait = (at: number): void => {
    const texts = beats[at]
    if (texts === undefined) return
    const dueMs = dueAt(at)
    // A timer drops the fraction of its delay, and no frame may come before it is due.
    setTimeout(
      () => {
        sent(at, dueMs)
        beat(parseFrames(texts, Math.floor(performance.timeOrigin + dueMs)))
        wait(at + 1)
      },
      Math.max(0, Math.ceil(dueMs - performance.now())),
    )
  }
  wait(0)
}

/** Plays the tape and resolves with the time of each of its frames in milliseconds; rejects if one is never painted. */
export function measurePaint(
  tape: Tape,
  beat: Beat,
  write: (price: number) => string,
): Promise<number[]> {
  const expectedOf = createExpected(write)
  const expected = tape.beats.map(expectedOf)
  const pending: Flush[] = []
  const timesMs: number[] = []
  const { port1: painted, port2: rendering } = new MessageChannel()
  return new Promise((resolve, reject) => {
    const close = watchPaint(
      () => {
        const [oldest] = pending
        if (oldest === undefined || performance.now() - oldest.dueMs < LIMIT_MS) return
        close()
        reject(new Error('a price was never painted'))
      },
      () => {
        const shown = pending.findLast(isShown)
        if (shown !== undefined) rendering.postMessage(shown.dueMs, [])
      },
    )
    painted.addEventListener('message', ({ data: shownMs }: MessageEvent<number>) => {
      const nowMs = performance.now()
      while (pending[0] !== undefined && pending[0].dueMs <= shownMs) {
        timesMs.push(nowMs - pending[0].dueMs)
        pending.shift()
      }
      if (timesMs.length < tape.beats.length) return
      close()
      painted.close()
      resolve(timesMs)
    })
    painted.start()
    playUnevenly(tape, beat, (at, dueMs) => pending.push({ dueMs, expected: expected[at] ?? [] }))
  })
}
