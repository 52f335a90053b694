import { Agent, request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type QuietServer, quietServer } from '#support/quiet-server.ts'
import { pause } from '#support/until.ts'
import type { Visitor } from '#support/visitor.ts'

/** What a guess costs in production. */
const REAL_HASH = { memoryCost: 19_456, timeCost: 2 }
const FLOOD_MS = 4_000
/** Five times what two cores can hash. */
const GUESSES_PER_SECOND = 300
const BURST_MS = 50
const CONNECTIONS = 250
const READS_EVERY_MS = 40
/** Generous: the machine of a test is shared. Before there were limits, the reads took 60 ms here. */
const SLOWEST_MEDIAN_MS = 40

let server: QuietServer
let owner: Visitor
beforeAll(async () => {
  server = await quietServer({
    hashCost: REAL_HASH,
    config: { trustProxy: ['127.0.0.1'] },
  })
  owner = server.visitor
})
afterAll(() => server.stop())

const median = (of: readonly number[]): number =>
  of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? Number.NaN

/** Reads the balance again and again, and answers how long each took, in ms. */
async function timeReads(until: () => boolean): Promise<number[]> {
  const took: number[] = []
  while (!until()) {
    const since = performance.now()
    const { status } = await owner.get('/api/balance')
    took.push(performance.now() - since)
    expect(status).toBe(200)
    await pause(READS_EVERY_MS)
  }
  return took
}

interface Guess {
  status: number
  retryAfter: string | undefined
  ms: number
}

/** One guess from one address, over a connection that is kept: the client must not be what is slow. */
function guess(agent: Agent, number: number, account: string): Promise<Guess> {
  const since = performance.now()
  const { hostname, port } = new URL(owner.url)
  const address = `198.${18 + (number >> 14)}.${(number >> 7) % 128}.${number % 128}`
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
  return new Promise((resolve, reject) => {
    const asking = request(
      { agent, hostname, port, path: '/api/session', method: 'POST', headers },
      (answer) => {
        answer.resume()
        answer.once('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            retryAfter: answer.headers['retry-after'],
            ms: performance.now() - since,
          }),
        )
      },
    )
    asking.once('error', reject)
    asking.end(JSON.stringify({ account, password: `guess-${number}` }))
  })
}

/** At a steady pace, whether answers come or not. */
async function flood(accountOf: (number: number) => string): Promise<Guess[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const guesses: Promise<Guess>[] = []
  const begun = performance.now()
  for (let passed = 0; passed < FLOOD_MS; passed = performance.now() - begun) {
    while (guesses.length < (passed / 1_000) * GUESSES_PER_SECOND) {
      guesses.push(guess(agent, guesses.length, accountOf(guesses.length)))
    }
    await pause(BURST_MS)
  }
  const answered = await Promise.all(guesses)
  agent.destroy()
  return answered
}

it.each([
  ['one account', () => 'victim_01'],
  ['ever other accounts', (number: number) => `n_${number}`],
])(
  'a flood of log-ins to %s from many addresses leaves balance reads quick',
  async (what, accountOf) => {
    const calm = await timeReads(
      (
        (end) => () =>
          performance.now() > end
      )(performance.now() + 1_500),
    )
    let over = false
    const reading = timeReads(() => over)
    const guesses = await flood(accountOf)
    over = true
    const busy = await reading
    const counts = Object.groupBy(guesses, ({ status }) => status)
    const said = Object.entries(counts).map(([status, all]) => `${all?.length} × ${status}`)
    console.info(
      `log-in flood, ${what}: ${guesses.length} guesses (${said.join(', ')}), ` +
        `median answer ${median(guesses.map(({ ms }) => ms)).toFixed(0)} ms; balance read ` +
        `${median(calm).toFixed(1)} ms before, ${median(busy).toFixed(1)} ms meanwhile, ` +
        `slowest ${Math.max(...busy).toFixed(0)} ms`,
    )
    expect(median(busy)).toBeLessThan(SLOWEST_MEDIAN_MS)
    // What cannot be judged soon is refused at once, and says when to come again.
    for (const { status, retryAfter } of guesses) {
      expect([401, 429, 503]).toContain(status)
      if (status !== 401) expect(retryAfter).toMatch(/^[1-9]\d*$/)
    }
  },
)
