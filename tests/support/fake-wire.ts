/** A wire without a socket: each topic's events come from an observable and pass through the topic's own codec. */
import { Subject, defer, map, NEVER, type Observable } from 'rxjs'
import type { TopicEvent } from '#streams/wire/channel.ts'
import type { SequenceMode } from '#streams/wire/sequence.ts'
import type { TopicCodec } from '#streams/wire/topic-codec.ts'
import type { Wire } from '#streams/wire/wire.ts'

/** As `TopicEvent`, with data as the server writes it. */
export type WireEvent = TopicEvent<unknown, unknown>

export interface FakeWire extends Wire {
  /** Every subscription so far, in order. */
  opened: { topic: string; mode: SequenceMode; personal: boolean }[]
}

export const snapshotAt = (asOf: number, data: unknown): WireEvent => ({
  kind: 'snapshot',
  asOf,
  data,
})
export const deltaAt = (asOf: number, data: unknown): WireEvent => ({ kind: 'delta', asOf, data })
export const confirmedAt = (asOf: number): WireEvent => ({ kind: 'confirmed', asOf })
export const CLEARED: WireEvent = { kind: 'cleared' }

function parsed<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the topic cannot read this data')
  return value
}

function decoded<S, D>(codec: TopicCodec<S, D>, event: WireEvent): TopicEvent<S, D> {
  if (event.kind === 'snapshot') return { ...event, data: parsed(codec.snapshot(event.data)) }
  return event.kind === 'delta' ? { ...event, data: parsed(codec.delta(event.data)) } : event
}

export function fakeWire(sources: Record<string, Observable<WireEvent>> = {}): FakeWire {
  const wire: FakeWire = {
    opened: [],
    connection$: NEVER,
    counts: { badFrames: 0, duplicates: 0, resyncs: 0 },
    open: ({ topic, mode, personal, codec }) =>
      defer(() => {
        wire.opened.push({ topic, mode, personal })
        return (sources[topic] ?? new Subject()).pipe(map((event) => decoded(codec, event)))
      }),
    setVisible: () => undefined,
    serverNow: () => 0,
    clock: { quality: () => null, probe: () => undefined },
    renew: () => undefined,
    resume: () => undefined,
    close: () => undefined,
  }
  return wire
}
