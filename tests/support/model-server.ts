/** A topic's server as simple as it can be, behind a network that loses, doubles, delays and breaks as told. */
import { type Envelope, subscribeRequest } from '#contract/topics.ts'
import type { FakeTiming } from '#support/fake-timing.ts'
import { type FakeAttempt, type FakeTransport, fakeTransport } from '#support/fake-transport.ts'

/** What the network does with one message: nothing at all, or one delivery after each of these delays. */
type Fate = readonly number[]

export interface ModelServer {
  fake: FakeTransport
  /** Values of the topic, by sequence number − 1. */
  log: number[]
  /** One more event. */
  append(value: number): void
  /** A new epoch: the log begins again with this one value. */
  restart(value: number): void
  breakLine(): void
  /** While true everything is swallowed, and the line stays open. */
  halfOpen: boolean
  fates: Fate[]
  beat(): void
}

export const MODEL_TOPIC = 'model'
const AT_ONCE: Fate = [1]

export function modelServer(timing: FakeTiming): ModelServer {
  const fake = fakeTransport()
  const subscribed = new Set<FakeAttempt>()
  let epoch = 1
  const server: ModelServer = {
    fake,
    log: [],
    fates: [],
    halfOpen: false,
    append: (value) => {
      server.log.push(value)
      for (const attempt of subscribed) send(attempt, 'delta', server.log.length, value)
    },
    restart: (value) => {
      epoch += 1
      server.log = [value]
      server.breakLine()
    },
    breakLine: () => {
      subscribed.clear()
      fake.last().to.down()
    },
    beat: () => {
      for (const attempt of subscribed) send(attempt, 'heartbeat', server.log.length, null)
      carry(() => fake.last().to.alive())
    },
  }
  const carry = (deliver: () => void): void => {
    if (server.halfOpen) return
    for (const delay of server.fates.shift() ?? AT_ONCE) timing.after(delay, deliver)
  }
  const send = (attempt: FakeAttempt, kind: Envelope[3], seq: number, data: unknown): void => {
    carry(() =>
      attempt.to.frame([MODEL_TOPIC, `epoch${epoch}`, seq, kind, timing.monotonicMs() | 0, data]),
    )
  }
  const answer = (attempt: FakeAttempt, payload: unknown): void => {
    const { after } = subscribeRequest.parse(payload)
    subscribed.add(attempt)
    const known = after?.epoch === `epoch${epoch}` && after.seq <= server.log.length
    if (known) {
      for (let seq = after.seq + 1; seq <= server.log.length; seq += 1) {
        send(attempt, 'delta', seq, server.log[seq - 1])
      }
    } else send(attempt, 'snapshot', server.log.length, [...server.log])
    send(attempt, 'heartbeat', server.log.length, null)
  }
  fake.onRequest = (attempt, request) => {
    if (request.event === 'clock') return carry(() => request.answer(timing.monotonicMs() | 0))
    if (request.event !== 'subscribe') return
    carry(() => {
      if (attempt.closed) return
      carry(() => request.answer({ ok: true }))
      answer(attempt, request.payload)
    })
  }
  return server
}
