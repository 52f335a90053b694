import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createStreams } from '#streams/create-streams.ts'
import type { Streams } from '#streams/create-streams.ts'
import type { Connection, Messages, Stamped } from '#streams/types.ts'
import { type FakeTiming, fakeTiming } from '#support/fake-timing.ts'
import { type MockSocketServer, startMockSocketServer } from '#support/mock-websocket.ts'
import { messageWire } from '#support/sample-account.ts'
import { pause, until } from '#support/until.ts'

const URL = 'http://faults.test'
const T = 1_800_000_000_000
let server: MockSocketServer
let timing: FakeTiming
let streams: Streams
let connection: Connection['status'][]
let seen: Stamped<Messages>[]
let errors: unknown[]

beforeEach(() => {
  server = startMockSocketServer(URL)
  server.answers.set('subscribe', { ok: true })
  server.answers.set('clock', T)
  timing = fakeTiming()
  // Chance says "at once": what is tried again is tried in the next step.
  timing.chance = 0
  streams = createStreams({ url: URL, timing })
  connection = []
  streams.connection().subscribe(({ status }) => connection.push(status))
  seen = []
  errors = []
  const error = (reason: unknown): unknown => errors.push(reason)
  streams.state('messages').subscribe({ next: (state) => seen.push(state), error })
})
afterEach(() => {
  streams.close()
  server.stop()
})

/** The page's time passes while the test waits for the socket. */
const soon = (what: string, read: () => boolean): Promise<unknown> =>
  until(what, () => {
    timing.advance(25)
    return read()
  })
const asked = (): unknown[] =>
  server.received.filter(([event]) => event === 'subscribe').map(([, payload]) => payload)
const ids = (): string[] | undefined => seen.at(-1)?.value.latest.map(({ id }) => id)
const shows = (...wanted: number[]): Promise<unknown> =>
  soon(`messages ${wanted.join()}`, () => ids()?.join() === wanted.join())
const parts = (seq: number, kind: string, data: unknown, epoch: string): unknown[] => [
  'messages',
  epoch,
  seq,
  kind,
  T + seq,
  data,
]
const delta = (seq: number, epoch = 'e'): void =>
  server.push('f', parts(seq, 'delta', messageWire({ id: `${seq}` }), epoch))
/** The newest messages up to this one, as the server holds them. */
function snapshot(seq: number, epoch = 'e'): void {
  const latest = Array.from({ length: seq }, (_, at) => messageWire({ id: `${seq - at}` }))
  server.push('f', parts(seq, 'snapshot', { unread: seq, latest }, epoch))
}
const other = (seq: number, kind: 'gap' | 'heartbeat' | 'error', data: unknown = null): void =>
  server.push('f', parts(seq, kind, data, 'e'))

/** The page shows messages 1 and 2. */
async function begin(): Promise<void> {
  await soon('the request', () => asked().length === 1)
  snapshot(2)
  await shows(2, 1)
}
const AFTER_TWO = { topic: 'messages', after: { epoch: 'e', seq: 2 } }
const ALL = { topic: 'messages' }

describe('messages over a socket that', () => {
  it('drops: what came meanwhile is replayed, each once and in order', async () => {
    await begin()
    server.drop()
    await soon('the second request', () => asked().length === 2)
    expect(asked()).toEqual([ALL, AFTER_TWO])
    delta(3)
    delta(4)
    await shows(4, 3, 2, 1)
    expect(seen.map(({ value }) => value.unread)).toEqual([2, 3, 4])
    expect(connection).toEqual(['connecting', 'live', 'reconnecting', 'reconnecting', 'live'])
  })

  it('doubles frames: each counts once', async () => {
    await begin()
    for (const seq of [3, 3, 2, 4, 3]) delta(seq)
    await shows(4, 3, 2, 1)
    expect(seen.at(-1)?.value.unread).toBe(4)
    expect(asked()).toHaveLength(1)
  })

  it('swaps frames: what is missing is asked for again, and nothing is shown out of order', async () => {
    await begin()
    delta(4)
    delta(3)
    await soon('the second request', () => asked().length === 2)
    expect([ids(), asked().at(-1)]).toEqual([['2', '1'], AFTER_TWO])
    delta(3)
    delta(4)
    await shows(4, 3, 2, 1)
  })

  it('loses the last frame: the next heartbeat shows it', async () => {
    await begin()
    other(3, 'heartbeat')
    await soon('the second request', () => asked().length === 2)
    expect(asked().at(-1)).toEqual(AFTER_TWO)
  })

  it('cannot replay: a gap is followed by a new snapshot', async () => {
    await begin()
    delta(9)
    await soon('the second request', () => asked().length === 2)
    other(9, 'gap')
    await soon('the third request', () => asked().length === 3)
    expect(asked()).toEqual([ALL, AFTER_TWO, ALL])
    snapshot(9)
    await shows(9, 8, 7, 6, 5, 4, 3, 2, 1)
  })

  it('leads to a server that was started again: its epoch is another, and all is asked for', async () => {
    await begin()
    delta(3, 'later')
    await soon('the second request', () => asked().length === 2)
    expect(asked().at(-1)).toEqual(ALL)
    snapshot(1, 'later')
    await shows(1)
    delta(2, 'later')
    await shows(2, 1)
  })

  it('brings frames that cannot be read: they are passed over, or made good by a snapshot', async () => {
    await begin()
    for (const nonsense of [null, 7, {}, ['messages'], ['messages', 'e', 'x', 'delta', T, 0]]) {
      server.push('f', nonsense)
    }
    server.push('f')
    server.push('news', 'to no one')
    delta(3)
    await shows(3, 2, 1)
    server.push('f', parts(4, 'delta', { id: 'x' }, 'e'))
    await soon('the second request', () => asked().length === 2)
    expect([asked().at(-1), ids()]).toEqual([ALL, ['3', '2', '1']])
  })

  it('answers late: frames from before the answer are of an older subscription', async () => {
    server.answers.delete('subscribe')
    server.drop()
    await soon('a request without an answer', () => asked().length > 0)
    snapshot(5)
    await pause(20)
    expect(seen).toEqual([])
    server.answers.set('subscribe', { ok: true })
    const before = asked().length
    timing.advance(5_000)
    await soon('the next request', () => asked().length > before)
    snapshot(2)
    await shows(2, 1)
  })

  it('speaks late: nothing of a line that was left reaches the page', async () => {
    await begin()
    streams.renew()
    await soon('the second line', () => server.handshakes === 2 && asked().length === 2)
    server.pushLate(1, 'f', parts(3, 'delta', messageWire({ id: '3' }), 'e'))
    server.pushLate(1, 'ended')
    await pause(20)
    expect([ids(), connection.at(-1)]).toEqual([['2', '1'], 'live'])
  })

  it('is half open: ten silent seconds end it, and the next line brings what was missed', async () => {
    await begin()
    timing.advance(9_900)
    expect(connection.at(-1)).toBe('live')
    timing.advance(101)
    expect(connection.at(-1)).toBe('reconnecting')
    await soon('the second line', () => server.handshakes === 2 && asked().length === 2)
    expect(asked().at(-1)).toEqual(AFTER_TWO)
    delta(3)
    await shows(3, 2, 1)
  })

  it('lives by the server’s pings alone', async () => {
    await begin()
    for (let times = 0; times < 4; times += 1) {
      timing.advance(9_000)
      server.raw('2')
      await pause(15)
    }
    expect([connection.at(-1), server.handshakes]).toEqual(['live', 1])
  })
})

describe('a page that the server', () => {
  it('denies a topic fails for its reader, and stays connected', async () => {
    server.answers.set('subscribe', { ok: false, code: 'topic_unknown' })
    await soon('the refusal', () => errors.length > 0)
    expect(errors).toMatchObject([{ code: 'topic_unknown' }])
    expect(connection.at(-1)).toBe('live')
  })

  it('denies a topic by a frame fails as well', async () => {
    await begin()
    other(2, 'error', 'forbidden')
    await soon('the refusal', () => errors.length > 0)
    expect(errors).toMatchObject([{ code: 'forbidden' }])
  })

  it('has no session for waits, and reads as soon as it is renewed', async () => {
    server.answers.set('subscribe', { ok: false, code: 'not_logged_in' })
    await soon('the request', () => asked().length === 1)
    timing.advance(9_000)
    await pause(20)
    expect([asked().length, errors]).toEqual([1, []])
    server.answers.set('subscribe', { ok: true })
    streams.renew()
    await soon('the second request', () => asked().length === 2)
    snapshot(2)
    await shows(2, 1)
  })

  it('logs out opens nothing more, and greets the next reader with nothing', async () => {
    await begin()
    server.push('ended')
    await soon('the end', () => connection.at(-1) === 'ended')
    timing.advance(600_000)
    const greeted: unknown[] = []
    streams.state('messages').subscribe((state) => greeted.push(state))
    expect([server.handshakes, greeted]).toEqual([1, []])
    streams.renew()
    await soon('the second request', () => asked().length === 2)
    expect([asked().at(-1), server.handshakes]).toEqual([ALL, 2])
  })
})

describe('a page that comes back from the background', () => {
  it('is live only once the server answered, and then asks for what it missed', async () => {
    await begin()
    server.answers.delete('clock')
    streams.resume()
    await pause(20)
    expect(connection.at(-1)).toBe('reconnecting')
    server.answers.set('clock', T)
    streams.resume()
    await soon('the proof', () => connection.at(-1) === 'live' && asked().length === 2)
    expect([asked().at(-1), server.handshakes]).toEqual([AFTER_TWO, 1])
  })

  it('opens another line when the old one is dead', async () => {
    await begin()
    server.answers.delete('clock')
    streams.resume()
    timing.advance(3_000)
    server.answers.set('clock', T)
    await soon('the second line', () => connection.at(-1) === 'live' && asked().length === 2)
    expect([asked().at(-1), server.handshakes]).toEqual([AFTER_TWO, 2])
  })
})
