/** A real server whose clock a journey moves forward: what the days bring comes by itself. */
import { fileURLToPath } from 'node:url'
import { getAppInfo } from '#contract/endpoints/app.ts'
import { pause } from '#support/until.ts'
import { type OpenedServer, openServer } from './server.ts'

const MAIN = fileURLToPath(new URL('../../support/clocked-server.ts', import.meta.url))
const GIVE_UP_MS = 30_000
const STEP_MS = 50

export interface ClockedServer extends OpenedServer {
  /** The server's moment, ms. */
  now(): number
  /** Resolves when the clock stands there and the day has begun for all whom it changes. */
  moveTo(iso: string): Promise<void>
  /** Stopped until then: what fell into the time between is caught up at the start. */
  restartAt(iso: string): Promise<void>
}

async function reached(server: OpenedServer, timeMs: number): Promise<boolean> {
  const reply = await fetch(`${server.url}/api/app-info`)
  if (getAppInfo.reply.parse(await reply.json()).serverTime < timeMs) return false
  const behind = await server.ask(
    'select 1 from fund_accounts where not idle and opened_through < fund_day($1)',
    [timeMs],
  )
  return behind.length === 0
}

/** `at`: where the clock begins, ISO; it goes on from there as time does. */
export async function startClockedServer({
  at,
  env = {},
}: {
  at: string
  env?: Record<string, string>
}): Promise<ClockedServer> {
  let stood = Date.parse(at)
  let since = performance.now()
  const now = (): number => Math.ceil(stood + performance.now() - since)
  const leap = (iso: string): number => {
    const timeMs = Date.parse(iso)
    if (!(timeMs >= now()))
      throw new Error(`${iso} is not ahead of ${new Date(now()).toISOString()}`)
    stood = timeMs
    since = performance.now()
    return timeMs
  }
  const server = await openServer({ env, main: MAIN, firstLine: () => `to ${now()}` })
  const arrived = async (timeMs: number): Promise<void> => {
    for (const end = performance.now() + GIVE_UP_MS; !(await reached(server, timeMs)); ) {
      if (performance.now() > end) throw new Error(`the days do not begin:\n${server.output()}`)
      await pause(STEP_MS)
    }
  }
  return {
    ...server,
    now,
    moveTo: async (iso) => {
      const timeMs = leap(iso)
      server.tell(`to ${timeMs}`)
      await arrived(timeMs)
    },
    restartAt: async (iso) => {
      await server.pause()
      const timeMs = leap(iso)
      await server.start()
      await arrived(timeMs)
    },
  }
}
