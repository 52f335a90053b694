/** One page on a bad line: what it was told of a user's own affairs, and everything that is wrong with that. */
import { asyncScheduler } from 'rxjs'
import { TOPICS } from '#contract/topics.ts'
import { foldSnapshot, present } from '#streams/operators/fold-snapshot.ts'
import { balanceFold } from '#streams/topics/balance.ts'
import { quotesTopic } from '#streams/topics/quotes.ts'
import { createVisibleSet } from '#streams/topics/visible-set.ts'
import type { Connection } from '#streams/types.ts'
import { socketTransport } from '#streams/wire/socket-transport.ts'
import { systemTiming, type Timing } from '#streams/wire/timing.ts'
import { codecOf } from '#streams/wire/topic-codec.ts'
import type { Transport } from '#streams/wire/transport.ts'
import { createWire } from '#streams/wire/wire.ts'

/** Events numbered 1, 2, 3, …: each may come once and in its turn; a snapshot tells the newest of them at once. */
export class Witness {
  readonly faults: string[] = []
  last = 0
  events = 0
  /** Events that only a snapshot told. */
  leapt = 0

  event(number: number): void {
    if (number !== this.last + 1) this.faults.push(`event ${number} after ${this.last}`)
    this.last = number
    this.events += 1
  }
  /** `newest`: first the newest. */
  snapshot(newest: readonly number[]): void {
    const top = newest[0] ?? 0
    const whole = newest.every((number, at) => number === top - at)
    if (!whole) this.faults.push(`a snapshot with holes: ${newest.join(' ')}`)
    if (top < this.last) this.faults.push(`a snapshot went back from ${this.last} to ${top}`)
    this.leapt += Math.max(0, top - this.last)
    this.last = top
  }
}

export interface ChaosReader {
  messages: Witness
  /** Of the balance as it was shown. */
  balanceFaults: string[]
  version(): number
  status(): Connection['status']
  frames(): number
  close(): void
}

/** Frames of which one is lost on the way, and one comes twice. */
const SPOILT_ONE_IN = 400

/** TCP loses nothing while it lives: what the page does about a missing or doubled frame needs one. */
const spoiling =
  (transport: Transport, pick: (count: number) => number, onFrame: () => void): Transport =>
  (handlers) =>
    transport({
      ...handlers,
      frame: (data) => {
        onFrame()
        const fate = pick(SPOILT_ONE_IN)
        if (fate === 0) return
        handlers.frame(data)
        if (fate === 1) handlers.frame(data)
      },
    })

export interface ReaderParts {
  url: string
  productId: number
  pick: (count: number) => number
  /** Of the first wait before a new try; the full one would leave no time for anything else. */
  reconnectShare: number
  /** What a balance of this version must say is available, minor units. */
  availableAt: (version: number) => bigint
}

export function openReader(parts: ReaderParts): ChaosReader {
  const { url, productId, pick, reconnectShare, availableAt } = parts
  let frames = 0
  let version = 0
  let status: Connection['status'] = 'connecting'
  const messages = new Witness()
  const balanceFaults: string[] = []
  const random = (): number => (reconnectShare * pick(1_000)) / 1_000
  const timing: Timing = { ...systemTiming, random }
  const transport = spoiling(socketTransport({ url }), pick, () => {
    frames += 1
  })
  const wire = createWire({ transport, timing })
  wire.connection$.subscribe((next) => {
    status = next.status
  })
  const exact = { mode: 'exact', personal: true } as const
  wire.open({ topic: 'messages', codec: codecOf(TOPICS.messages), ...exact }).subscribe((event) => {
    if (event.kind === 'snapshot') messages.snapshot(event.data.latest.map(({ id }) => Number(id)))
    if (event.kind === 'delta' && 'id' in event.data) messages.event(Number(event.data.id))
  })
  wire
    .open({ topic: 'balance', codec: codecOf(TOPICS.balance), ...exact })
    .pipe(foldSnapshot(balanceFold), present())
    .subscribe(({ value }) => {
      if (value.version < version) balanceFaults.push(`back from ${version} to ${value.version}`)
      if (value.available !== availableAt(value.version)) {
        balanceFaults.push(`${value.available} at ${value.version}`)
      }
      version = value.version
    })
  const visible = createVisibleSet(timing, (request) => wire.setVisible(request))
  quotesTopic(wire, asyncScheduler, visible)(productId, 'detail').subscribe()
  return {
    messages,
    balanceFaults,
    version: () => version,
    status: () => status,
    frames: () => frames,
    close: () => wire.close(),
  }
}
