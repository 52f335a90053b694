import { beforeEach, describe, expect, it } from 'vitest'
import {
  type SubscriptionRetry,
  createSubscriptionRetry,
} from '#streams/wire/subscription-retry.ts'
import { createLink, type Link } from '#streams/wire/link.ts'
import { type FakeTiming, fakeTiming } from '#support/fake-timing.ts'
import { type FakeTransport, fakeTransport } from '#support/fake-transport.ts'

let timing: FakeTiming
let fake: FakeTransport
let link: Link
let retry: SubscriptionRetry
let refusals: string[]
let badReplies: number

beforeEach(() => {
  timing = fakeTiming()
  fake = fakeTransport()
  link = createLink({ transport: fake.transport, timing, onFrame: () => undefined })
  fake.last().to.up()
  refusals = []
  badReplies = 0
  retry = createSubscriptionRetry({
    link,
    timing,
    request: () => ({ topic: 'words' }),
    onRefused: (code) => refusals.push(code),
    onBadReply: () => void (badReplies += 1),
  })
})
const asked = (): number => fake.last().requests.length
const answer = (reply: unknown, at = asked() - 1): void => fake.last().requests[at]?.answer(reply)
/** Time passes on a line that is alive. */
const wait = (ms: number): void => {
  timing.advance(ms)
  fake.last().to.alive()
}
/** How long until the next request, looked at millisecond by millisecond. */
function untilAsked(atMostMs: number): number | null {
  const before = asked()
  for (let ms = 0; ms <= atMostMs; ms += 1) {
    if (asked() > before) return ms
    wait(1)
  }
  return null
}

describe('asking for a topic', () => {
  it('sends the request once, and is answered when the server says yes', () => {
    retry.ask()
    expect(fake.last().requests.map(({ event, payload }) => [event, payload])).toEqual([
      ['subscribe', { topic: 'words' }],
    ])
    expect(retry.isAnswered()).toBe(false)
    answer({ ok: true })
    expect(retry.isAnswered()).toBe(true)
  })

  it('sends nothing while the link is down, and nothing later until it is asked again', () => {
    fake.last().to.down()
    retry.ask()
    timing.advance(60_000)
    fake.last().to.up()
    wait(9_000)
    wait(9_000)
    expect(asked()).toBe(0)
    retry.ask()
    expect(asked()).toBe(1)
  })

  it('asks again after five seconds without an answer', () => {
    retry.ask()
    expect(untilAsked(6_000)).toBe(5_000)
  })

  it('asks again after five seconds when it was answered but no frame was of use', () => {
    retry.ask()
    answer({ ok: true })
    expect(untilAsked(6_000)).toBe(5_000)
    expect(retry.isAnswered()).toBe(false)
  })

  it('rests once a frame was of use', () => {
    retry.ask()
    answer({ ok: true })
    retry.succeeded()
    wait(8_000)
    wait(8_000)
    expect(asked()).toBe(1)
    expect(retry.isAnswered()).toBe(true)
  })

  it('ignores an answer to a request that another has replaced', () => {
    retry.ask()
    retry.ask()
    answer({ ok: false, code: 'forbidden' }, 0)
    expect([retry.isAnswered(), refusals]).toEqual([false, []])
    answer({ ok: true }, 1)
    expect(retry.isAnswered()).toBe(true)
  })

  it('ignores an answer that comes after it was stopped', () => {
    retry.ask()
    retry.stop()
    answer({ ok: true })
    expect(retry.isAnswered()).toBe(false)
    wait(9_000)
    expect(asked()).toBe(1)
  })

  it('counts a reply that it cannot read, and asks again when the time for an answer is over', () => {
    retry.ask()
    answer({ ok: 'maybe' })
    expect([badReplies, retry.isAnswered()]).toEqual([1, false])
    expect(untilAsked(6_000)).toBe(5_000)
  })
})

describe('asking again', () => {
  it('is at once the first time, then after a half second, doubling up to ten seconds', () => {
    const waits = Array.from({ length: 8 }, () => {
      retry.again()
      return untilAsked(11_000)
    })
    // A delay of nothing is a timer too: it is seen after one millisecond.
    expect(waits).toEqual([1, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
  })

  it('begins with patience as at first once a frame was of use', () => {
    for (let times = 0; times < 4; times += 1) {
      retry.again()
      untilAsked(11_000)
    }
    retry.succeeded()
    retry.again()
    expect(untilAsked(11_000)).toBe(1)
  })

  it('waits for the same reasons that the server gives as passing', () => {
    for (const code of ['rate_limited', 'unavailable']) {
      retry.succeeded()
      retry.ask()
      answer({ ok: false, code })
      expect(untilAsked(100)).toBe(1)
    }
    expect(refusals).toEqual([])
  })

  it('forgets the answer to the request before', () => {
    retry.ask()
    answer({ ok: true })
    retry.again()
    expect(retry.isAnswered()).toBe(false)
  })
})

describe('a refusal for good', () => {
  it('is reported with its code, and ends the asking', () => {
    retry.ask()
    answer({ ok: false, code: 'topic_unknown' })
    expect(refusals).toEqual(['topic_unknown'])
    wait(9_000)
    wait(9_000)
    expect([asked(), retry.isAnswered()]).toEqual([1, false])
  })
})
