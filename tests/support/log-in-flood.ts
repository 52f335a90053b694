/** A flood of log-ins from many addresses, at a steady pace, whether answers come or not. */
import { Agent, request } from 'node:http'
import { pause } from '#support/until.ts'

/** Five times what two cores can hash. */
const GUESSES_PER_SECOND = 300
const BURST_MS = 50
const CONNECTIONS = 250

/** What a guess costs in production. */
export const REAL_HASH = { memoryCost: 19_456, timeCost: 2 }

/** The account of each guess, by the guess's number. */
export const FLOODS = {
  'one account': () => 'victim_01',
  'ever other accounts': (number: number) => `n_${number}`,
} as const

interface Guess {
  status: number
  retryAfter: string | undefined
}

interface Flood {
  url: string
  seconds: number
  accountOf(number: number): string
}

/** One guess from one address, over a connection that is kept: the client must not be what is slow. */
function guess(agent: Agent, number: number, { url, accountOf }: Flood): Promise<Guess> {
  const { hostname, port } = new URL(url)
  const address = `198.${18 + (number >> 14)}.${(number >> 7) % 128}.${number % 128}`
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
  return new Promise((resolve, reject) => {
    const asking = request(
      { agent, hostname, port, path: '/api/session', method: 'POST', headers },
      (answer) => {
        answer.resume()
        const { statusCode: status = 0 } = answer
        answer.once('end', () => resolve({ status, retryAfter: answer.headers['retry-after'] }))
      },
    )
    asking.once('error', reject)
    asking.end(JSON.stringify({ account: accountOf(number), password: `guess-${number}` }))
  })
}

/** Resolves when each guess was answered. */
export async function floodLogIns(flood: Flood): Promise<Guess[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const guesses: Promise<Guess>[] = []
  const all = flood.seconds * GUESSES_PER_SECOND
  const begun = performance.now()
  while (guesses.length < all) {
    const due = ((performance.now() - begun) / 1_000) * GUESSES_PER_SECOND
    while (guesses.length < Math.min(all, due)) guesses.push(guess(agent, guesses.length, flood))
    await pause(BURST_MS)
  }
  const answered = await Promise.all(guesses)
  agent.destroy()
  return answered
}
