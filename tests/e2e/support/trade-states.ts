/** Every state of the trading page, reached by real orders whose results the prices decide. */
import { expect, type Page, type WebSocketRoute } from '@playwright/test'
import { pause } from '#support/until.ts'
import { expectLine } from './chart-ink.ts'
import { speak } from './looking.ts'
import { placeOrder } from './ready-user.ts'
import {
  type Actor,
  blocked,
  choosing,
  ended,
  isDesk,
  type Look,
  none,
  running,
  several,
  type Shown,
  standing,
  waiting,
} from './trade-looks.ts'
import { latestResult, type TradeWorld, type Whose } from './trade-world.ts'
import { speech } from './words.ts'

const BITCOIN = 'BTCUSDT'
const SUSPENDED = 'ETHUSDT'
const CLOSED = 'GC'
/** The product whose price is most often the same after half a minute, by how many users it is tried, and how often. */
const DRAW = { symbol: 'UKOIL', users: 4, tries: 8 } as const
const SHORT_MS = 30_000
const RUNNING_MS = 60_000
/** How long an order has run when it is looked at first. */
const HAS_RUN_MS = 6_000
/** Between two orders of one user. */
const BETWEEN_MS = 3_000
/** An order starts a second after its acceptance, and its result comes after its end. */
const MARGIN_MS = 2_500
/** A recorded market has no price for so long, which is noticed after some time. */
const HOLE = { knownAfterMs: 2_000, lastsMs: 14_000 } as const
const AWAY_MS = 30_000

/** Where scenes are played: in one size, in all languages and themes. */
export interface Stage {
  world: TradeWorld
  languages: readonly string[]
  /** Opens the page of a product, which `prepare` gets first; it is closed after the scene. */
  open(whose: Whose, symbol: string, prepare?: (page: Page) => Promise<void>): Promise<Actor>
  /** Takes the pictures of a state that are still missing. Who shows it is asked again for each language. */
  show(state: string, who: (language: string) => Actor | Promise<Actor>, look: Look): Promise<void>
}

export interface Scene {
  states: readonly string[]
  play(stage: Stage): Promise<void>
  /** After it, the others cannot be played any more. */
  last?: boolean
}

/** Two users with an order each, one of each direction, from before its start until after its end. */
async function playPair({ world, open, show }: Stage): Promise<void> {
  const up = await open(await world.newUser(), BITCOIN)
  const down = await open(await world.newUser(), BITCOIN)
  const order = { durationMs: RUNNING_MS }
  await placeOrder(up.whose.caller, { ...order, direction: 'up' })
  await placeOrder(down.whose.caller, { ...order, direction: 'down' })
  const { server } = up.whose
  const endsAt = server.now() + RUNNING_MS + MARGIN_MS
  await pause(HAS_RUN_MS)
  for (const state of ['winning', 'losing'] as const) {
    // The page is in the language of its last picture.
    const isUp = async (): Promise<boolean> => {
      const say = speech(await up.page.evaluate(() => document.documentElement.lang))
      return (await standing({ ...up, say }, state).count()) > 0
    }
    await show(state, async () => ((await isUp()) ? up : down), running(state))
  }
  await server.play(Math.max(0, endsAt - server.now()))
  for (const state of ['won', 'lost'] as const) {
    const who = async (): Promise<Actor> =>
      (await latestResult(up.whose.caller)) === state ? up : down
    await show(state, who, ended(state))
  }
}

async function playSeveral({ world, open, show }: Stage): Promise<void> {
  const actor = await open(await world.newUser(), BITCOIN)
  const { caller } = actor.whose
  await placeOrder(caller, { direction: 'up', durationMs: RUNNING_MS })
  await pause(BETWEEN_MS)
  await placeOrder(caller, { direction: 'down', durationMs: RUNNING_MS, stake: '40.00' })
  await pause(BETWEEN_MS)
  await placeOrder(caller, { direction: 'up', durationMs: 300_000, stake: '10.00' })
  await placeOrder(caller, { symbol: 'SOLUSDT', durationMs: 300_000 })
  await pause(BETWEEN_MS)
  await show('several', () => actor, several)
}

/** Several users try at once; how an order ends is not known before. */
async function playDrawn({ world, open, show }: Stage): Promise<void> {
  for (let i = 0; i < DRAW.tries; i += 1) {
    const actors: Actor[] = []
    for (let k = 0; k < DRAW.users; k += 1)
      actors.push(await open(await world.newUser(), DRAW.symbol))
    for (const { whose } of actors) {
      await placeOrder(whose.caller, { symbol: DRAW.symbol, durationMs: SHORT_MS })
      await pause(700)
    }
    await actors[0]?.whose.server.play(SHORT_MS + MARGIN_MS)
    for (const actor of actors)
      if ((await latestResult(actor.whose.caller)) === 'draw')
        return show('drawn', () => actor, ended('draw'))
    for (const { page } of actors) await page.context().close()
  }
}

/** An order that starts when no price comes. */
async function playVoid({ world, open, show }: Stage): Promise<void> {
  const actor = await open(await world.recorded(), BITCOIN)
  const { server, caller } = actor.whose
  const silentMs = async (): Promise<number> => {
    const [last] = await server.ask<{ at: number }>(
      `select max(t.time_ms)::float8 as at from ticks t join products p on p.id = t.product_id
       where p.symbol = $1 and t.kind = 0`,
      [BITCOIN],
    )
    return server.now() - (last?.at ?? 0)
  }
  await server.hold()
  while ((await silentMs()) < HOLE.knownAfterMs) await server.play(500)
  await placeOrder(caller, { durationMs: SHORT_MS })
  await server.play(HOLE.lastsMs)
  server.go()
  await show('void', () => actor, ended('void'))
}

/** The browser's own switch does not end connections that are there already. */
async function openOffline({ world, open }: Stage, language: string): Promise<Actor> {
  const sockets: WebSocketRoute[] = []
  const actor = await open(await world.user('idle'), BITCOIN, (page) =>
    page.routeWebSocket(/socket\.io/, (socket) => {
      socket.connectToServer()
      sockets.push(socket)
    }),
  )
  const { page } = actor
  // Without a network there would come neither the code that says so, nor texts, nor the past of a chart drawn again.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/reachability-')),
  )
  await speak(page, language)
  await expectLine(page)
  await page.context().setOffline(true)
  for (const socket of sockets.splice(0)) await socket.close()
  const noticed = expect.configure({ timeout: AWAY_MS })
  await noticed(page.locator('[data-connection=live]')).toHaveCount(0)
  return actor
}

async function playOffline(stage: Stage): Promise<void> {
  let actor: Actor | undefined
  const who = async (language: string): Promise<Actor> => {
    await actor?.page.context().close()
    actor = await openOffline(stage, language)
    return actor
  }
  const check = async (shown: Shown): Promise<void> => {
    await blocked('ticket:blocked.offline').check(shown)
    if (isDesk(shown.page)) await blocked('offline:strip.offline').check(shown)
  }
  await stage.show('offline', who, { check })
}

export const SCENES: readonly Scene[] = [
  {
    states: ['none', 'choosing'],
    play: async ({ world, open, show }) => {
      const actor = await open(await world.user('idle'), BITCOIN)
      await show('none', () => actor, none)
      await show('choosing', () => actor, choosing)
    },
  },
  {
    states: ['waiting'],
    play: async ({ world, open, show }) =>
      show('waiting', async () => open(await world.newUser(), BITCOIN), waiting),
  },
  { states: ['winning', 'losing', 'won', 'lost'], play: playPair },
  { states: ['several'], play: playSeveral },
  { states: ['drawn'], play: playDrawn },
  { states: ['void'], play: playVoid },
  { states: ['offline'], play: playOffline },
  {
    states: ['resting'],
    play: async ({ world, open, show }) => {
      const actor = await open(await world.paused(), BITCOIN)
      await show('resting', () => actor, blocked('errors:trading_paused'))
    },
  },
  {
    states: ['suspended'],
    play: async ({ world, open, show }) => {
      await world.suspend(SUSPENDED)
      const actor = await open(await world.user('idle'), SUSPENDED)
      await show('suspended', () => actor, blocked('ticket:blocked.halted'))
    },
  },
  {
    states: ['closed'],
    play: async ({ world, open, show }) => {
      await world.closeFutures()
      const actor = await open(await world.user('idle'), CLOSED)
      await show('closed', () => actor, blocked('ticket:blocked.closedUntil'))
    },
    last: true,
  },
]
