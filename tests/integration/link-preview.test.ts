import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as plainRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakeMarket } from '#support/fake-market.ts'
import { roomOf } from '#support/fake-market-room.ts'
import { type TestServer, testServer } from '#support/server.ts'

const APP = 'app.example'
const DESK = 'desk.example'

let built: string
let server: TestServer
beforeAll(async () => {
  built = mkdtempSync(join(tmpdir(), 'fairtick-built-'))
  for (const folder of ['pictures', 'manifests']) mkdirSync(join(built, folder))
  const write = (path: string, text: string) => writeFileSync(join(built, path), text)
  write('index.html', '<!doctype html><head><title>Fairtick</title></head><body>page</body>')
  write('pictures/preview-de.jpg', 'a picture')
  write('manifest.webmanifest', '{"lang":"zh-CN"}')
  write('manifests/de.webmanifest', '{"lang":"de"}')
  server = await testServer({
    openMarket: roomOf(fakeMarket()),
    appFolder: built,
    config: {
      publicAddress: `https://${APP}`,
      allowedHosts: [APP, 'other.example', DESK],
      deskHosts: [DESK],
    },
  })
})
afterAll(async () => {
  await server.close()
  rmSync(built, { recursive: true, force: true })
})

/** `fetch` sends no other Host. */
function ask(path: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(server.url)
  return new Promise<{ status: number; text: string; header(name: string): string }>(
    (resolve, reject) => {
      const sent = { hostname, port, path, headers: { host: APP, ...headers } }
      plainRequest(sent, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (more: string) => {
          text += more
        })
        const header = (name: string): string => String(answer.headers[name] ?? '')
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text, header }))
      })
        .once('error', reject)
        .end()
    },
  )
}

describe('the page', () => {
  it('describes itself in the language that is asked for, and says that it depends on it', async () => {
    const german = await ask('/', { 'accept-language': 'de-DE,de;q=0.9' })
    expect(german.text).toContain('og:locale" content="de_DE"')
    expect(german.text).toContain('page<noscript lang="de">')
    expect(german.header('vary')).toBe('accept-encoding, accept-language')
    const chinese = await ask('/', { 'accept-language': 'zh-CN,zh;q=0.9' })
    expect(chinese.text).toContain('og:locale" content="zh_CN"')
  })

  it.each([undefined, '*', 'es-ES,es;q=0.9', ';;'])(
    'describes itself in English to who asks for none of its languages (%s)',
    async (header) => {
      const { text } = await ask('/', header === undefined ? {} : { 'accept-language': header })
      expect(text).toContain('og:locale" content="en_US"')
      expect(text).toContain('<noscript lang="en">')
      expect(text).not.toMatch(/og:[^>]*\p{Script=Han}/u)
    },
  )

  it('names the address of the setting, whatever a client calls the server', async () => {
    const forged = {
      host: 'other.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    }
    const { status, text } = await ask('/', forged)
    expect(status).toBe(200)
    expect(text).toContain(`<link rel="canonical" href="https://${APP}/">`)
    expect(text).not.toMatch(/other\.example|evil\.example/)
  })

  it('says the same of every shared receipt, and nothing of what its address asks for', async () => {
    const plain = await ask('/')
    const asked = await ask('/?code=secret-code&title=<script>')
    const headOf = (text: string): string => text.slice(0, text.indexOf('</head>'))
    expect(headOf(asked.text)).toBe(headOf(plain.text))
    expect(asked.text).not.toContain('secret-code')
  })
})

it('lets a picture be kept for a day, and answers the manifest in the language', async () => {
  const picture = await ask('/pictures/preview-de.jpg')
  expect([picture.status, picture.header('cache-control'), picture.header('content-type')]).toEqual(
    [200, 'public, max-age=86400', 'image/jpeg'],
  )
  const german = await ask('/manifest.webmanifest', { 'accept-language': 'de' })
  expect([german.text, german.header('vary'), german.header('cache-control')]).toEqual([
    '{"lang":"de"}',
    'accept-language, accept-encoding',
    'no-cache',
  ])
  expect(german.header('content-type')).toContain('application/manifest+json')
  expect((await ask('/manifest.webmanifest', { 'accept-language': 'es' })).text).toBe(
    '{"lang":"zh-CN"}',
  )
})

it('lets programs read the page and its files, and neither endpoints nor the desk', async () => {
  const robots = await ask('/robots.txt')
  expect(robots.header('content-type')).toBe('text/plain; charset=utf-8')
  const refused = [...robots.text.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path)
  const isRefused = (path: string): boolean => refused.some((begin) => path.startsWith(begin))
  for (const path of ['/', '/assets/main.js', '/pictures/preview-de.jpg', '/manifest.webmanifest'])
    expect(isRefused(path), path).toBe(false)
  for (const path of ['/api/shared/code', '/api/docs', '/desk.html', '/socket.io/', '/metrics'])
    expect(isRefused(path), path).toBe(true)
  expect((await ask('/robots.txt', { host: DESK })).text).toBe('User-agent: *\nDisallow: /\n')
})
