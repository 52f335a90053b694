import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { createLink, type Link, type LinkStatus } from '#streams/wire/link.ts'
import { reconnectDelayMs } from '#streams/wire/reconnect-delay.ts'
import { onceClear } from '#streams/wire/transport.ts'
import { type FakeTiming, fakeTiming } from '#support/fake-timing.ts'
import { type FakeTransport, fakeTransport } from '#support/fake-transport.ts'

let timing: FakeTiming
let fake: FakeTransport
let link: Link
let states: LinkStatus[]
let frames: unknown[]

beforeEach(() => {
  timing = fakeTiming()
  fake = fakeTransport()
  states = []
  frames = []
  link = createLink({ transport: fake.transport, timing, onFrame: (data) => frames.push(data) })
  link.status$.subscribe((status) => states.push(status))
})

/** Until an answer has passed through the promises between. */
async function answered(): Promise<void> {
  await Promise.resolve()
  await Promise.resolve()
}

describe('a transport that waits', () => {
  it('connects once the way is clear, fails when it is not, and leaves an attempt that was given up', async () => {
    const asked: ((clear: boolean) => void)[] = []
    let owed = true
    const clear = () => !owed || new Promise<boolean>((answer) => asked.push(answer))
    link = createLink({ transport: onceClear(clear, fake.transport), timing, onFrame: () => {} })
    link.status$.subscribe((status) => states.push(status))
    const connections = fake.attempts.length
    asked.at(-1)?.(false)
    await answered()
    expect(states.at(-1)).toMatchObject({ status: 'down', attempt: 1 })
    timing.advance(2_000)
    expect(asked).toHaveLength(2)
    link.renew()
    asked[1]?.(true)
    await answered()
    expect(fake.attempts).toHaveLength(connections)
    asked[2]?.(true)
    await answered()
    expect(fake.attempts).toHaveLength(connections + 1)
    owed = false
    link.renew()
    expect(fake.attempts).toHaveLength(connections + 2)
  })
})

describe('the link', () => {
  it('tries again after a jittered delay, the first one too, and says when', () => {
    fake.last().to.up()
    timing.chance = 0.25
    fake.last().to.down()
    expect(states.at(-1)).toEqual({ status: 'down', attempt: 1, nextAttemptAt: 500 })
    timing.advance(499)
    expect(fake.attempts).toHaveLength(1)
    timing.advance(1)
    expect(fake.attempts).toHaveLength(2)
    expect(states.at(-1)).toEqual({ status: 'down', attempt: 1, nextAttemptAt: null })
    fake.last().to.down()
    expect(states.at(-1)).toEqual({ status: 'down', attempt: 2, nextAttemptAt: 1_500 })
  })

  it('leaves a line on which nothing was heard for ten seconds', () => {
    fake.last().to.up()
    timing.advance(9_000)
    fake.last().to.alive()
    timing.advance(9_999)
    expect(link.isUp()).toBe(true)
    timing.advance(1)
    expect(link.isUp()).toBe(false)
    expect(fake.attempts[0]?.closed).toBe(true)
    timing.advance(0)
    expect(fake.attempts).toHaveLength(2)
  })

  it('gives up an attempt that never comes up', () => {
    timing.advance(10_000)
    expect(states.at(-1)?.status).toBe('down')
    timing.advance(5_000)
    expect(fake.attempts).toHaveLength(2)
  })

  it('stops when the session has ended, until it is renewed', () => {
    fake.last().to.up()
    fake.last().to.ended()
    link.drop()
    timing.advance(60_000)
    expect(fake.attempts).toHaveLength(1)
    expect(states.at(-1)).toEqual({ status: 'ended' })
    link.renew()
    expect(fake.attempts).toHaveLength(2)
    expect(states.at(-1)).toEqual({ status: 'connecting' })
  })

  it('sends nothing while it is down, and nothing after it was closed', () => {
    link.send('visible', {})
    fake.last().to.up()
    link.send('visible', {})
    expect(fake.last().sent).toHaveLength(1)
    link.close()
    timing.advance(60_000)
    expect(fake.attempts).toHaveLength(1)
    expect(fake.last().closed).toBe(true)
  })

  it('is connecting until it is up, and hands on every frame as it comes', () => {
    expect(states).toEqual([{ status: 'connecting' }])
    fake.last().to.up()
    fake.last().to.frame('a')
    fake.last().to.frame(['b'])
    expect([states.at(-1), frames]).toEqual([{ status: 'up' }, ['a', ['b']]])
  })

  it('takes a frame as a sign of life', () => {
    fake.last().to.up()
    timing.advance(9_000)
    fake.last().to.frame('a')
    timing.advance(9_999)
    expect(link.isUp()).toBe(true)
  })

  it('sends requests only while it is up, and hands back their answers', () => {
    const answers: unknown[] = []
    link.request('clock', 1, (reply) => answers.push(reply))
    fake.last().to.up()
    link.request('clock', 2, (reply) => answers.push(reply))
    expect(fake.last().requests.map(({ event, payload }) => [event, payload])).toEqual([
      ['clock', 2],
    ])
    fake.last().requests[0]?.answer('now')
    expect(answers).toEqual(['now'])
  })

  it('begins with short delays again once it was up', () => {
    for (let attempt = 1; attempt < 4; attempt += 1) {
      fake.last().to.down()
      timing.advance(10_000)
    }
    fake.last().to.up()
    fake.last().to.down()
    expect(states.at(-1)).toMatchObject({ attempt: 1, nextAttemptAt: timing.monotonicMs() + 1_000 })
  })

  it('leaves its line at once when told to, and forgets the attempt that was due later', () => {
    fake.last().to.down()
    timing.chance = 0.999
    link.drop()
    expect(states.at(-1)).toEqual({ status: 'down', attempt: 2, nextAttemptAt: 0 })
    timing.advance(0)
    expect(fake.attempts).toHaveLength(2)
    fake.last().to.up()
    timing.advance(9_999)
    expect([fake.attempts.length, link.isUp()]).toEqual([2, true])
  })

  it('gives the line it has back when it is renewed, and counts attempts from one again', () => {
    fake.last().to.up()
    link.renew()
    expect(fake.attempts.map(({ closed }) => closed)).toEqual([true, false])
    fake.last().to.down()
    timing.advance(2_000)
    link.renew()
    expect(fake.attempts.map(({ closed }) => closed)).toEqual([true, true, true, false])
    expect(states.at(-1)).toEqual({ status: 'connecting' })
    fake.last().to.down()
    expect(states.at(-1)).toMatchObject({ status: 'down', attempt: 1 })
  })

  it('forgets the attempt that is due when it is closed, and is up for no one', () => {
    fake.last().to.down()
    link.close()
    link.drop()
    timing.advance(60_000)
    expect([fake.attempts.length, link.isUp()]).toEqual([1, false])
    expect(states.at(-1)).toEqual({ status: 'ended' })
  })

  it('ends its status for those who watch it when it is closed', () => {
    let over = false
    link.status$.subscribe({ complete: () => (over = true) })
    link.close()
    expect(over).toBe(true)
  })

  it('watches for silence only while it is up', () => {
    fake.last().to.up()
    timing.advance(9_000)
    fake.last().to.down()
    timing.advance(2_000)
    expect(states.at(-1)).toEqual({ status: 'down', attempt: 1, nextAttemptAt: null })
    expect(fake.attempts).toHaveLength(2)
  })
})

describe('the delay before a new attempt', () => {
  it('spreads 5,000 pages so that no 100 ms of the first attempts take a tenth of them', () => {
    const slots = new Map<number, number>()
    for (let page = 0; page < 5_000; page += 1) {
      const slot = Math.floor(reconnectDelayMs(1, () => (page * 0.618_034) % 1) / 100)
      slots.set(slot, (slots.get(slot) ?? 0) + 1)
    }
    expect(Math.max(...slots.values())).toBeLessThan(500)
  })
  it('is a share of two seconds, then of four, eight and ten, in whole milliseconds', () => {
    const delays = [1, 2, 3, 4, 99].map((attempt) => reconnectDelayMs(attempt, () => 0.500_3))
    expect(delays).toEqual([1_000, 2_001, 4_002, 5_003, 5_003])
    expect(reconnectDelayMs(1, () => 0)).toBe(0)
  })
  it('stays within a window that doubles up to ten seconds', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.double({ min: 0, max: 0.999_999, noNaN: true }),
        (attempt, chance) => {
          const delay = reconnectDelayMs(attempt, () => chance)
          expect(delay).toBeGreaterThanOrEqual(0)
          expect(delay).toBeLessThan(Math.min(10_000, 2_000 * 2 ** (attempt - 1)))
        },
      ),
    )
  })
})
