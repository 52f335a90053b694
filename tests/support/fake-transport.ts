/** A transport without a socket: each attempt is an object that a test brings up, feeds, starves and breaks. */
import type { Transport, TransportConnection, TransportHandlers } from '#streams/wire/transport.ts'

interface FakeRequest {
  event: string
  payload: unknown
  answer(reply: unknown): void
}

export interface FakeAttempt {
  /** To the page; once closed nothing reaches it. */
  to: TransportHandlers
  requests: FakeRequest[]
  sent: { event: string; payload: unknown }[]
  closed: boolean
}

export interface FakeTransport {
  transport: Transport
  attempts: FakeAttempt[]
  last(): FakeAttempt
  /** Told of every request and message as it is made. */
  onRequest: (attempt: FakeAttempt, request: FakeRequest) => void
}

export function fakeTransport(): FakeTransport {
  const fake: FakeTransport = {
    attempts: [],
    onRequest: () => undefined,
    last: () => {
      const attempt = fake.attempts.at(-1)
      if (attempt === undefined) throw new Error('no attempt was made')
      return attempt
    },
    transport: (handlers) => open(fake, handlers),
  }
  return fake
}

function open(fake: FakeTransport, handlers: TransportHandlers): TransportConnection {
  const alive = <A extends unknown[]>(run: (...args: A) => void): ((...args: A) => void) => {
    return (...args) => {
      if (!attempt.closed) run(...args)
    }
  }
  const lost = alive(() => {
    attempt.closed = true
    handlers.down()
  })
  const attempt: FakeAttempt = {
    requests: [],
    sent: [],
    closed: false,
    to: {
      up: alive(handlers.up),
      down: lost,
      frame: alive(handlers.frame),
      alive: alive(handlers.alive),
      ended: alive(handlers.ended),
    },
  }
  fake.attempts.push(attempt)
  return {
    send: (event, payload) => void attempt.sent.push({ event, payload }),
    request: (event, payload, answer) => {
      const request = { event, payload, answer: alive(answer) }
      attempt.requests.push(request)
      fake.onRequest(attempt, request)
    },
    close: () => {
      attempt.closed = true
    },
  }
}
