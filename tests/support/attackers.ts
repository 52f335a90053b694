/**
 * Everything a crowd of strangers can throw at a server, in a process of its own: `fork(attackers, [url, account])`.
 * The account is the one whose password is guessed. It begins at once, and at `stop` tells its counts.
 */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { z } from 'zod'
import { openRawPage, type RawPage } from '#support/raw-page.ts'
import { pause } from '#support/until.ts'

/** By attack: how often each status, or `cut` where the line was closed. */
export const attackCounts = z.record(z.string(), z.record(z.string(), z.int()))
export type AttackCounts = z.infer<typeof attackCounts>

const ADDRESSES = 250
const FLOODERS = 20
const HALF_HEADERS = 100
const GUESSERS = 10
/** Many requests at a time from few addresses: a flood gains nothing by waiting for replies on more connections. */
const READS_AT_ONCE = 24
const READERS = 8
const BIG_BYTES = 300_000
const TOO_DEEP = 3_000

interface Asked {
  /** Default: GET. */
  method?: string
  path: string
  headers?: Record<string, string>
}

const addressOf = (n: number): string => `203.0.${113 + Math.floor(n / 200)}.${n % 200}`

class Attackers {
  readonly #url: URL
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1_000 })
  readonly counts: AttackCounts = {}
  stopped = false
  readonly #account: string

  constructor(url: string, account: string) {
    this.#url = new URL(url)
    this.#account = account
  }

  #note(attack: string, status: string): void {
    const counts = (this.counts[attack] ??= {})
    counts[status] = (counts[status] ?? 0) + 1
  }

  #ask(attack: string, options: Asked, body?: string): Promise<void> {
    const { hostname, port, host } = this.#url
    const headers = { host, 'content-type': 'application/json', ...options.headers }
    return new Promise((done) => {
      const asking = request(
        { agent: this.#agent, hostname, port, ...options, headers },
        (answer) => {
          answer.resume()
          answer.once('close', () => {
            this.#note(attack, `${answer.statusCode}`)
            done()
          })
        },
      )
      asking.once('error', () => {
        this.#note(attack, 'cut')
        done()
      })
      asking.end(body)
    })
  }

  /** As many at a time, again and again. */
  async #again(workers: number, work: (n: number) => Promise<void>, restMs = 0): Promise<void> {
    let n = 0
    const worker = async (): Promise<void> => {
      while (!this.stopped) {
        await work(n++)
        await pause(restMs)
      }
    }
    await Promise.all(Array.from({ length: workers }, worker))
  }

  #guess(path: string, body: object): Promise<void> {
    return this.#again(
      GUESSERS,
      (n) => {
        const headers = { 'x-forwarded-for': addressOf(n % ADDRESSES) }
        const text = JSON.stringify({ ...body, password: `guess-number-${n}` })
        return this.#ask(`guess ${path}`, { method: 'POST', path, headers }, text)
      },
      20,
    )
  }

  #registrations(): Promise<void> {
    return this.#again(
      2,
      (n) => {
        const headers = { 'x-forwarded-for': addressOf(n % ADDRESSES) }
        const secrets = { password: 'correct-mule-7-stapler', tradingPassword: 'another-mule-8' }
        const info = { account: `nobody_${n}`, phone: '+8613812345678', openingCode: 'AAAAAAAAAA' }
        const text = JSON.stringify({ ...info, ...secrets })
        return this.#ask('register', { method: 'POST', path: '/api/registration', headers }, text)
      },
      50,
    )
  }

  #oddRequests(): Promise<void> {
    const big = JSON.stringify({ account: 'x'.repeat(BIG_BYTES) })
    const deep = '['.repeat(TOO_DEEP) + ']'.repeat(TOO_DEEP)
    const odd: [Asked, string?][] = [
      [{ method: 'POST', path: '/api/session' }, big],
      [{ method: 'POST', path: '/api/session' }, deep],
      [{ method: 'POST', path: '/api/session' }, '{"account":"a","account":"b","password":"c"}'],
      [{ path: '/api/balance', headers: { host: 'rebound.example' } }],
      [{ method: 'DELETE', path: '/api/session', headers: { origin: 'https://evil.example' } }],
      [{ path: `/api/products?${'x'.repeat(6_000)}` }],
      [{ path: '/api/balance', headers: { cookie: `fairtick=${'x'.repeat(2_000)}` } }],
      [{ path: '/api/desk/log' }],
      [{ path: '/%ff%fe' }],
    ]
    return this.#again(
      4,
      async (n) => {
        const [options, body] = odd[n % odd.length] ?? []
        if (options !== undefined) await this.#ask('odd', options, body)
      },
      10,
    )
  }

  #readers(): Promise<void> {
    return this.#again(READS_AT_ONCE, (n) => {
      const headers = { 'x-forwarded-for': addressOf(n % READERS), 'accept-encoding': 'identity' }
      return this.#ask('history', { path: '/api/ticks/BTCUSDT.ndjson?afterSeq=0', headers })
    })
  }

  /** They subscribe, never read, and come again when they are cut. */
  #flooders(): Promise<void> {
    return this.#again(FLOODERS, async (n) => {
      const headers = { 'x-forwarded-for': addressOf(n % FLOODERS) }
      const page: RawPage = await openRawPage(this.#url.href, { headers })
      this.#note('sockets', page.answer.split(' ')[1] ?? 'cut')
      page.say('40')
      for (const topic of ['quotes', 'stats', 'products', 'candles:BTCUSDT:1m']) {
        page.say(`42["subscribe",${JSON.stringify({ topic })}]`)
      }
      page.stopReading()
      for (let waited = 0; waited < 2_000 && !this.stopped && !page.closed(); waited += 50) {
        await pause(50)
      }
      page.end()
    })
  }

  #halfHeaders(): Promise<void> {
    return this.#again(HALF_HEADERS, async () => {
      const line = connect(Number(this.#url.port), this.#url.hostname)
      line.on('error', () => undefined).resume()
      line.write('GET / HTTP/1.1\r\nHost: ')
      while (!line.destroyed && !this.stopped) await pause(200)
      this.#note('half a header', line.destroyed ? 'cut' : 'open')
      line.destroy()
    })
  }

  async run(): Promise<void> {
    await Promise.all([
      this.#guess('/api/session', { account: this.#account, proof: null }),
      this.#guess('/api/desk/session', { name: 'anna', proof: { kind: 'totp', code: '000000' } }),
      this.#registrations(),
      this.#oddRequests(),
      this.#readers(),
      this.#flooders(),
      this.#halfHeaders(),
    ])
    this.#agent.destroy()
  }
}

const [, , url, account] = process.argv
if (import.meta.main && url !== undefined && account !== undefined && process.send !== undefined) {
  const attackers = new Attackers(url, account)
  const over = attackers.run()
  await once(process, 'message')
  attackers.stopped = true
  await over
  process.send(attackers.counts)
  process.disconnect()
}
