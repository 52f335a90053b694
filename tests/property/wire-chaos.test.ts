import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { TopicEvent } from '#streams/wire/channel.ts'
import { createWire } from '#streams/wire/wire.ts'
import { fakeTiming } from '#support/fake-timing.ts'
import { MODEL_TOPIC, modelServer } from '#support/model-server.ts'
import { deep } from '#support/suite.ts'

const codec = {
  snapshot: (data: unknown) => z.array(z.number()).safeParse(data).data,
  delta: (data: unknown) => z.number().safeParse(data).data,
}
const request = { topic: MODEL_TOPIC, codec, mode: 'exact', personal: false } as const

/** Lost, in time, late (and so overtaken), or doubled. */
const fate = fc.oneof(
  { weight: 2, arbitrary: fc.constant<number[]>([]) },
  { weight: 5, arbitrary: fc.constant([1]) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 900 }).map((ms) => [ms]) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 900 })),
  },
)
const step = fc.oneof(
  { weight: 8, arbitrary: fc.constant({ kind: 'append' as const }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.integer({ min: 1, max: 1_500 }),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'beat' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'break' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('halfOpen' as const), on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
)

describe('a durable topic under a bad network', () => {
  it('converges to the server, and every event was seen once and in order', () => {
    const seen = { snapshots: 0, deltas: 0, resyncs: 0, duplicates: 0 }
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 20, maxLength: 80 }),
        fc.array(fate, { maxLength: 120 }),
        (script, fates) => {
          const timing = fakeTiming()
          const server = modelServer(timing)
          const wire = createWire({ transport: server.fake.transport, timing })
          const state: number[] = []
          const outOfPlace: number[] = []
          const take = (event: TopicEvent<number[], number>): void => {
            if (event.kind === 'snapshot') {
              seen.snapshots += 1
              state.splice(0, state.length, ...event.data)
            } else if (event.kind === 'delta') {
              seen.deltas += 1
              // Each value is its own place: anything missed, doubled or swapped shows here.
              if (event.data % 1_000 !== state.length + 1) outOfPlace.push(event.data)
              state.push(event.data)
            }
          }
          let epochs = 0
          const value = (): number => epochs * 1_000 + server.log.length + 1
          const subscription = wire.open(request).subscribe(take)
          const bringUp = (): void => {
            const attempt = server.fake.last()
            if (!server.halfOpen && !attempt.closed) attempt.to.up()
          }
          let up = -1
          const wait = (ms: number): void => {
            for (let left = ms; left > 0; left -= 50) {
              timing.advance(Math.min(50, left))
              if (up !== server.fake.attempts.length && !server.halfOpen) {
                up = server.fake.attempts.length
                bringUp()
              }
            }
          }
          wait(100)
          server.fates = [...fates]
          for (const each of script) {
            if (each.kind === 'append') server.append(value())
            if (each.kind === 'wait') wait(each.ms)
            if (each.kind === 'beat') server.beat()
            if (each.kind === 'break') server.breakLine()
            if (each.kind === 'halfOpen') server.halfOpen = each.on
            if (each.kind === 'restart') {
              epochs += 1
              server.restart(epochs * 1_000 + 1)
            }
          }
          // The trouble is over: within a minute of heartbeats all is well.
          server.fates = []
          server.halfOpen = false
          for (let at = 0; at < 20; at += 1) {
            server.beat()
            wait(3_000)
          }
          expect(state).toEqual(server.log)
          expect(outOfPlace).toEqual([])
          seen.resyncs += wire.counts.resyncs
          seen.duplicates += wire.counts.duplicates
          subscription.unsubscribe()
          wire.close()
        },
      ),
      { numRuns: deep ? 4_000 : 400 },
    )
    // A generator that never meets trouble proves nothing. The rarest is met about 150 times.
    expect(Math.min(seen.snapshots, seen.deltas, seen.resyncs, seen.duplicates)).toBeGreaterThan(30)
  })
})
