/** The id of a request, wherever a user or an operator may need it. */
import { request as plainRequest } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { problem } from '#contract/errors.ts'
import { createLogger } from '#server/platform/logging.ts'
import { createRequestId } from '#server/platform/http/request-ids.ts'
import { type TestServer, type TestUser, testServer } from '#support/server.ts'
import type { Answer } from '#support/visitor.ts'

const ID = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/
const THEIRS = 'chosen-by-the-client'

type Line = Record<string, unknown>
const lines: Line[] = []
const log = createLogger('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
let its: TestServer
let proxied: TestServer
let user: TestUser
beforeAll(async () => {
  its = await testServer({ log })
  user = await its.registerUser()
  proxied = await testServer({ log, config: { trustProxy: ['127.0.0.1'] } })
})
afterAll(async () => {
  await its.close()
  await proxied.close()
})

const idOf = ({ headers }: Answer): string => headers.get('x-request-id') ?? ''
const linesOf = (id: string): Line[] => lines.filter(({ requestId }) => requestId === id)

it('is short, has no letter that looks like a digit, and is another one each time', () => {
  const ids = Array.from({ length: 2_000 }, createRequestId)
  expect(ids.filter((id) => !ID.test(id))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
})

it('is in the reply of every kind of request: data, refusals, files, pages and operations', async () => {
  const paths = ['/api/app-info', '/api/balance', '/api/desk/me', '/', '/nowhere.js', '/healthz']
  const ids: string[] = []
  for (const path of [...paths, '/api/%zz', '/metrics', '/api/docs/json']) {
    const answer = await its.visitor().get(path)
    expect([path, idOf(answer)]).toEqual([path, expect.stringMatching(ID)])
    ids.push(idOf(answer))
  }
  expect(new Set(ids).size).toBe(ids.length)
})

it('is the same in the problem and in the log', async () => {
  const answer = await its.visitor().get('/api/balance')
  const { requestId } = problem.parse(answer.body)
  expect(requestId).toBe(idOf(answer))
  expect(linesOf(idOf(answer))).toMatchObject([{ security: 'not_logged_in' }])
})

it('is in each line of a request, whichever part of the server writes it, also after its body was read', async () => {
  await its.owner.query('alter table users rename column nickname to broken')
  const answer = await user.visitor.post('/api/nickname', { nickname: 'Someone' })
  await its.owner.query('alter table users rename column broken to nickname')
  expect(answer.status).toBe(500)
  const [line] = linesOf(idOf(answer))
  expect(line).toMatchObject({ level: 'error', msg: 'request failed' })
  const tooLarge = await user.visitor.post('/api/nickname', { nickname: 'x'.repeat(70_000) })
  expect([tooLarge.status, problem.parse(tooLarge.body).requestId]).toEqual([413, idOf(tooLarge)])
  // Refused while its body is read.
  const headers = { 'content-type': 'application/json', origin: its.url }
  const twice = { method: 'POST', headers, body: '{"account":"a","account":"b"}' }
  const odd = await fetch(`${its.url}/api/session`, twice)
  expect(linesOf(odd.headers.get('x-request-id') ?? '')).toMatchObject([
    { security: 'validation_failed' },
  ])
  const refused = await its.visitor().post('/api/session', { account: 'nobody', password: 'wrong' })
  expect(linesOf(idOf(refused))).toMatchObject([{ security: 'login_failed' }])
})

it('is not mixed up between requests that are handled at the same time', async () => {
  const ask = (n: number): Promise<Answer> =>
    its.visitor().post('/api/session', { account: `nobody_${n}`, password: 'wrong' })
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => ask(n)))
  for (const answer of answers) {
    expect(problem.parse(answer.body).requestId).toBe(idOf(answer))
    expect(linesOf(idOf(answer))).toHaveLength(1)
  }
})

it('is never the one that a client chooses', async () => {
  const headers = { 'x-request-id': THEIRS }
  const answer = await its.visitor().ask('GET', '/api/balance', { headers })
  expect(idOf(answer)).toMatch(ID)
  expect(JSON.stringify(linesOf(idOf(answer)))).not.toContain(THEIRS)
})

it('is logged beside the one of a trusted proxy, if that is a plain word', async () => {
  const ask = (id: string): Promise<Answer> =>
    proxied.visitor().ask('GET', '/api/balance', { headers: { 'x-request-id': id } })
  const known = await ask('3f2a-proxy/7')
  expect(idOf(known)).toMatch(ID)
  expect(linesOf(idOf(known))).toMatchObject([{ proxyRequestId: '3f2a-proxy/7' }])
  for (const odd of ['two words', 'x'.repeat(65), '"}{']) {
    const [line] = linesOf(idOf(await ask(odd)))
    expect([odd, line?.['proxyRequestId']]).toEqual([odd, undefined])
  }
})

it('leaves answers that are sent twice as they are: the first byte for byte', async () => {
  const { visitor } = user
  const key = crypto.randomUUID()
  const first = await visitor.command('/api/practice-money', {}, key)
  const second = await visitor.command('/api/practice-money', {}, key)
  expect([first.status, second.text]).toEqual([200, first.text])
  expect(idOf(second)).not.toBe(idOf(first))
})

const handshake = (host: string): Promise<[number | undefined, string | undefined]> => {
  const { hostname, port } = new URL(its.url)
  const headers = {
    host,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  }
  const path = '/socket.io/?EIO=4&transport=websocket'
  return new Promise((resolve, reject) => {
    const sent = plainRequest({ hostname, port, path, headers })
    const id = (all: NodeJS.Dict<string | string[]>) => all['x-request-id']?.toString()
    sent.once('upgrade', (answer, line) => {
      line.destroy()
      resolve([answer.statusCode, id(answer.headers)])
    })
    sent.once('response', (answer) => {
      answer.resume()
      resolve([answer.statusCode, id(answer.headers)])
    })
    sent.once('error', reject).end()
  })
}

it('is in the answer to the handshake of a socket, and of a refused one in the log', async () => {
  const [status, id] = await handshake('127.0.0.1')
  expect([status, id]).toEqual([101, expect.stringMatching(ID)])
  const before = lines.length
  const [refused, none] = await handshake('rebound.evil.example')
  expect(refused).not.toBe(101)
  expect(none).toBeUndefined()
  expect(lines.slice(before)).toMatchObject([
    { security: 'socket_refused', requestId: expect.stringMatching(ID) },
  ])
})
