import { beforeEach, describe, expect, it } from 'vitest'
import { createLink, type Link } from '#streams/wire/link.ts'
import { createResume, type Resume } from '#streams/wire/resume.ts'
import { type FakeTiming, fakeTiming } from '#support/fake-timing.ts'
import { type FakeTransport, fakeTransport } from '#support/fake-transport.ts'

let timing: FakeTiming
let fake: FakeTransport
let link: Link
let resume: Resume
let said: string[]
beforeEach(() => {
  timing = fakeTiming()
  fake = fakeTransport()
  said = []
  link = createLink({ transport: fake.transport, timing, onFrame: () => undefined })
  resume = createResume({
    link,
    timing,
    onDoubt: () => said.push('doubt'),
    onProof: () => said.push('proof'),
  })
})
const probes = () => fake.last().requests
const attempts = (): number => fake.attempts.length

describe('coming back from the background', () => {
  it('doubts the line until the server answers, and then trusts it', () => {
    fake.last().to.up()
    resume.begin()
    expect(said).toEqual(['doubt'])
    expect(probes().map(({ event }) => event)).toEqual(['clock'])
    timing.advance(2_999)
    probes()[0]?.answer(1)
    expect(said).toEqual(['doubt', 'proof'])
    fake.last().to.alive()
    timing.advance(9_000)
    expect([attempts(), link.isUp()]).toEqual([1, true])
  })

  it('leaves a line that does not answer within three seconds, and tries another at once', () => {
    fake.last().to.up()
    resume.begin()
    timing.advance(3_000)
    expect([attempts(), fake.attempts[0]?.closed]).toEqual([2, true])
    expect(said).toEqual(['doubt'])
  })

  it('tries another at once when the line is down, without waiting for its turn', () => {
    fake.last().to.up()
    fake.last().to.down()
    expect(attempts()).toBe(1)
    resume.begin()
    timing.advance(0)
    expect([attempts(), said]).toEqual([2, []])
  })

  it('takes an answer to the newest question only', () => {
    fake.last().to.up()
    resume.begin()
    timing.advance(1_000)
    resume.begin()
    probes()[0]?.answer(1)
    expect(said).toEqual(['doubt', 'doubt'])
    probes()[1]?.answer(1)
    expect(said).toEqual(['doubt', 'doubt', 'proof'])
  })

  it('gives the newest question its full time', () => {
    fake.last().to.up()
    resume.begin()
    timing.advance(2_000)
    resume.begin()
    timing.advance(2_999)
    expect(attempts()).toBe(1)
    timing.advance(1)
    expect(attempts()).toBe(2)
  })

  it('neither trusts nor leaves the line after it was cancelled', () => {
    fake.last().to.up()
    resume.begin()
    resume.cancel()
    probes()[0]?.answer(1)
    timing.advance(9_000)
    expect([said, attempts()]).toEqual([['doubt'], 1])
  })
})
