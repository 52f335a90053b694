/** Lets a flood of frames be read in slices, so that it neither holds up the process nor grows its memory. */

/** Frames that are read at once. The rest of a burst is read in turns, between which everything else runs. */
const FRAMES_PER_SLICE = 250
const MAX_WAITING_FRAMES = 10_000
const MAX_WAITING_CHARACTERS = 8_000_000

/** Reads a frame. `receivedAt` is when it arrived, by the market clock (ms). */
type ReadFrame = (text: string, receivedAt: number) => void

interface WaitingFrame {
  text: string
  receivedAt: number
}

/** Frames in the order in which they arrived. When more wait than the limit, the oldest are dropped. */
export interface FrameSlices {
  push(text: string, receivedAt: number): void
  /** Drops what waits, and everything that comes later. */
  close(): void
  readonly dropped: number
}

/** The frames that wait: a queue with a limit. */
class Waiting {
  #frames: WaitingFrame[] = []
  #first = 0
  #characters = 0

  get length(): number {
    return this.#frames.length - this.#first
  }

  get isTooLong(): boolean {
    return this.length > MAX_WAITING_FRAMES || this.#characters > MAX_WAITING_CHARACTERS
  }

  add(frame: WaitingFrame): void {
    this.#frames.push(frame)
    this.#characters += frame.text.length
  }

  take(): WaitingFrame | undefined {
    const next = this.#frames[this.#first]
    if (next === undefined) return undefined
    this.#first += 1
    this.#characters -= next.text.length
    if (this.#first > 1_000 && this.#first * 2 > this.#frames.length) {
      this.#frames = this.#frames.slice(this.#first)
      this.#first = 0
    }
    return next
  }

  clear(): void {
    this.#frames = []
    this.#first = 0
    this.#characters = 0
  }
}

export function frameSlices(read: ReadFrame): FrameSlices {
  const waiting = new Waiting()
  let readInTurn = 0
  let isScheduled = false
  let isClosed = false
  let dropped = 0

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(turn)
  }
  function turn(): void {
    isScheduled = false
    readInTurn = 0
    for (; readInTurn < FRAMES_PER_SLICE; readInTurn += 1) {
      const next = waiting.take()
      if (next === undefined) return
      read(next.text, next.receivedAt)
    }
    schedule()
  }
  return {
    push(text, receivedAt) {
      if (isClosed) return
      schedule()
      if (waiting.length === 0 && readInTurn < FRAMES_PER_SLICE) {
        readInTurn += 1
        read(text, receivedAt)
        return
      }
      waiting.add({ text, receivedAt })
      while (waiting.isTooLong) {
        waiting.take()
        dropped += 1
      }
    },
    close() {
      isClosed = true
      waiting.clear()
    },
    get dropped() {
      return dropped
    },
  }
}
