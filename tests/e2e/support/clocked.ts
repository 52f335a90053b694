/** A real server whose clock a journey moves forward, so that no journey waits for an expiry or a day in real time. */
import { fileURLToPath } from 'node:url'
import { pause, until } from '#support/until.ts'
import { type OpenedServer, openServer, timeOf } from './server.ts'

const MAIN = fileURLToPath(new URL('../../support/clocked-server.ts', import.meta.url))
const GIVE_UP_MS = 60_000
const STEP_MS = 20

export interface ClockedServer extends OpenedServer {
  /** The server's time, ms. */
  now(): number
  /**
   * Passes quickly through so much market time, tick by tick: orders that expire in it are settled by the rule.
   * Resolves when that is stored.
   */
  play(ms: number): Promise<void>
  /** Then no time passes but what `play` brings: what lasts seconds can be looked at for as long as it takes. */
  hold(): Promise<void>
  /** Ends `hold`. */
  go(): void
  /** Leaps there, without the prices of the time between; resolves when the day has begun for every user. */
  moveTo(iso: string): Promise<void>
  /** Is stopped until then: the server catches up with the time between as it starts. */
  restartAt(iso: string): Promise<void>
}

async function reached(server: OpenedServer, timeMs: number): Promise<boolean> {
  if ((await timeOf(server)) < timeMs) return false
  const behind = await server.ask(
    'select 1 from fund_accounts where not idle and opened_through < fund_day($1)',
    [timeMs],
  )
  return behind.length === 0
}

/** `at`: where the clock begins, ISO; it runs on from there as time does. */
export async function startClockedServer({
  at,
  env = {},
}: {
  at: string
  env?: Record<string, string>
}): Promise<ClockedServer> {
  let setTo = Date.parse(at)
  let since = performance.now()
  let held = false
  const now = (): number => Math.ceil(held ? setTo : setTo + performance.now() - since)
  const setClock = (timeMs: number): number => {
    if (!(timeMs >= now()))
      throw new Error(
        `${new Date(timeMs).toISOString()} is not ahead of ${new Date(now()).toISOString()}`,
      )
    setTo = timeMs
    since = performance.now()
    return timeMs
  }
  const server = await openServer({ env, main: MAIN, firstLine: () => `to ${now()}` })
  /** Its clock begins later than its process. */
  const readClock = async (): Promise<void> => {
    setTo = await timeOf(server)
    since = performance.now()
  }
  const start = async (): Promise<void> => {
    await server.start()
    await readClock()
  }
  await readClock()
  const arrived = async (timeMs: number): Promise<void> => {
    for (const end = performance.now() + GIVE_UP_MS; !(await reached(server, timeMs)); ) {
      if (performance.now() > end) throw new Error(`the clock does not arrive:\n${server.output()}`)
      await pause(STEP_MS)
    }
  }
  /** When it was held last, by its own clock. */
  const heldAt = (): number => Number(/.*held at (\d+)/s.exec(server.output())?.[1] ?? 0)
  return {
    ...server,
    start,
    now,
    hold: async () => {
      const before = heldAt()
      server.tell('hold')
      await until('the clock holds', () => heldAt() !== before, GIVE_UP_MS)
      setTo = heldAt()
      held = true
    },
    go: () => {
      since = performance.now()
      held = false
      server.tell('go')
    },
    play: async (ms) => {
      const timeMs = setClock(now() + ms)
      server.tell(`play ${timeMs}`)
      const ending = new RegExp(`played to ${timeMs}, now (\\d+)\n`)
      const read = (): string | undefined => ending.exec(server.output())?.[1]
      // The server's clock passes through the time, so it arrives as much later as playing takes.
      setTo = Number(await until('the played time', read, GIVE_UP_MS))
      since = performance.now()
    },
    moveTo: async (iso) => {
      const timeMs = setClock(Date.parse(iso))
      server.tell(`to ${timeMs}`)
      await arrived(timeMs)
    },
    restartAt: async (iso) => {
      await server.pause()
      const timeMs = setClock(Date.parse(iso))
      await start()
      await arrived(timeMs)
    },
  }
}
