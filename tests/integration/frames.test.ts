import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pollFrames } from '#contract/endpoints/frames.ts'
import { problem } from '#contract/errors.ts'
import { frameReply, type FrameReply, frameRequest } from '#contract/frames.ts'
import { createQuotesDecoder } from '#contract/quote-frames.ts'
import { type Envelope, TOPICS } from '#contract/topics.ts'
import { type HubServer, startHubServer } from '#support/hub-server.ts'
import { type TestServer, testServer, type TestUser } from '#support/server.ts'
import { openPage, type TestPage } from '#support/socket-page.ts'
import { until } from '#support/until.ts'

const VISITOR = { session: null, operator: null }
const NONE = { list: [], detail: [] }
const pricesIn = (frame: Envelope | undefined): readonly number[] | undefined =>
  createQuotesDecoder()(frame?.[5])
const topicsOf = ({ frames }: FrameReply): string[] => frames.map(([topic]) => topic)

describe('a page that asks for frames', () => {
  let server: HubServer
  let page: TestPage
  const poll = async (request: object): Promise<FrameReply> =>
    frameReply.parse(JSON.parse(await server.hub.poll(VISITOR, frameRequest.parse(request))))

  beforeEach(async () => {
    server = await startHubServer()
    page = await openPage(server.url)
  })
  afterEach(async () => {
    page.close()
    await server.close()
  })

  it('gets the prices that a socket gets, of the products that it names only', async () => {
    server.tick(1, 100)
    server.tick(2, 200)
    const visible = { list: [2], detail: [] }
    page.visible(visible)
    await page.subscribe('quotes')
    await until('the snapshot', () => page.of('quotes').length > 0)
    const { frames } = await poll({ topics: [{ topic: 'quotes' }], visible })
    const [bySocket] = page.of('quotes')
    expect(frames[0]?.slice(0, 4)).toEqual(bySocket?.slice(0, 4))
    expect(pricesIn(frames[0])?.slice(0, 3)).toEqual(pricesIn(bySocket)?.slice(0, 3))
    expect(pricesIn(frames[0])).toHaveLength(7)
  })

  it('gets each newer price at its next request', async () => {
    server.tick(1, 100)
    const request = { topics: [{ topic: 'quotes' }], visible: { list: [], detail: [1] } }
    const before = await poll(request)
    server.tick(1, 101)
    const { frames } = await poll(request)
    expect([pricesIn(before.frames[0])?.[2], pricesIn(frames[0])?.[2]]).toEqual([100, 101])
  })

  it('has no price of an unknown product, and is told which topics there are not', async () => {
    const { frames, refused } = await poll({
      topics: [{ topic: 'quotes' }, { topic: 'candles:NOTHING:1m' }, { topic: 'balance' }],
      visible: { list: [999], detail: [] },
    })
    expect(frames.map(([topic]) => topic)).toEqual(['quotes'])
    expect(pricesIn(frames[0])).toHaveLength(1)
    expect(refused).toEqual(
      expect.arrayContaining([
        { topic: 'candles:NOTHING:1m', code: 'topic_unknown' },
        { topic: 'balance', code: 'not_logged_in' },
      ]),
    )
  })

  it('gets a checkpoint once, and a heartbeat as long as it has the newest', async () => {
    const of = (number: number) => ({ number, timeMs: 5, text: 't', signature: 's', keyId: 'k' })
    let number = 7
    server.hub.addPublic({
      name: 'checkpoint',
      snapshot: async () => ({ seq: number, data: of(number) }),
    })
    const ask = async (after?: { epoch: string; seq: number }) => {
      const topic = { topic: 'checkpoint', ...(after && { after }) }
      const { frames } = await poll({ topics: [topic], visible: NONE })
      return frames.map(([, epoch, seq, kind, , data]) => ({ epoch, seq, kind, data }))
    }
    const [first] = await ask()
    expect(first).toMatchObject({ seq: 7, kind: 'snapshot', data: of(7) })
    const { epoch = '' } = first ?? {}
    expect(await ask({ epoch, seq: 7 })).toEqual([{ epoch, seq: 7, kind: 'heartbeat', data: null }])
    expect(await ask({ epoch: 'another', seq: 7 })).toMatchObject([{ kind: 'snapshot' }])
    number = 8
    expect(await ask({ epoch, seq: 7 })).toMatchObject([{ kind: 'snapshot', data: of(8) }])
  })

  it('leaves nothing behind', async () => {
    let watched = 0
    server.hub.addPublic({
      name: 'rates',
      snapshot: async () => ({ seq: 1, data: [] }),
      watched: () => (watched += 1),
      unwatched: () => (watched -= 1),
    })
    await poll({ topics: [{ topic: 'rates' }], visible: NONE })
    expect(watched).toBe(0)
    expect(server.errors).toEqual([])
  })
})

describe('the endpoints', () => {
  let its: TestServer
  let user: TestUser
  beforeAll(async () => {
    its = await testServer({ config: { rateFactor: 1 } })
    user = await its.registerUser()
  })
  afterAll(() => its.close())

  const body = (...topics: object[]) => ({ topics, visible: NONE })
  const own = async (...topics: object[]): Promise<FrameReply> => {
    const answer = await user.visitor.post('/api/frames/own', body(...topics))
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    return frameReply.parse(answer.body)
  }

  it('answer a user with balance, orders and messages, and then with what is newer', async () => {
    const names = ['balance', 'positions', 'messages'] as const
    const first = await own(...names.map((topic) => ({ topic })))
    expect(first.refused).toEqual([])
    for (const name of names) {
      const snapshot = first.frames.find(
        ([topic, , , kind]) => topic === name && kind === 'snapshot',
      )
      expect(TOPICS[name].snapshot.safeParse(snapshot?.[5]).success).toBe(true)
    }
    const [, epoch = '', seq = 0] = first.frames.find(([topic]) => topic === 'balance') ?? []
    const after = { topic: 'balance', after: { epoch, seq } }
    const quiet = await own(after)
    expect(quiet.frames.map(([, , , kind]) => kind)).toEqual(['heartbeat'])
    await user.visitor.command('/api/practice-money', {})
    const news = await own(after)
    const delta = news.frames.find(([, , , kind]) => kind === 'delta')
    expect(TOPICS.balance.delta.parse(delta?.[5])).toMatchObject({ total: 1_000_000n })
  })

  it('keep the topics of a user from the public one, and from visitors', async () => {
    const answer = await user.visitor.post('/api/frames', body({ topic: 'balance' }))
    const reply = frameReply.parse(answer.body)
    expect([topicsOf(reply), reply.refused]).toEqual([
      [],
      [{ topic: 'balance', code: 'not_logged_in' }],
    ])
    const stranger = await its.visitor().post('/api/frames/own', body())
    expect([stranger.status, problem.parse(stranger.body).code]).toEqual([401, 'not_logged_in'])
  })

  it('refuse what is too much', async () => {
    const many = Array.from({ length: 51 }, () => ({ topic: 'quotes' }))
    expect((await user.visitor.post('/api/frames', body(...many))).status).toBe(400)
    const crowded = { topics: [], visible: { list: Array(201).fill(1), detail: [] } }
    expect((await user.visitor.post('/api/frames', crowded)).status).toBe(400)
  })

  it('limit an address', async () => {
    const visitor = its.visitor()
    let last = 200
    for (let n = 0; n <= pollFrames.perMinute && last === 200; n += 1) {
      last = (await visitor.post('/api/frames', body())).status
    }
    expect(last).toBe(429)
  })
})
