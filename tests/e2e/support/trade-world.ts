/** What brings the states of the trading page about: real servers, their users, and orders that the prices decide. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { z } from 'zod'
import { recordingsInto } from '#support/recordings.ts'
import { type ClockedServer, startClockedServer } from './clocked.ts'
import { operatorAt } from './desk.ts'
import { BEGIN } from './fixtures.ts'
import { type Caller, signUp } from './ready-user.ts'

/** Futures rest for an hour from 22:00 on. */
const FUTURES_CLOSED = '2027-01-11T22:05:00Z'
/** Prices that the live line begins with. */
const EARLIER_MS = 120_000
/** Accounts can be opened so often per minute. */
const REGISTRATION_PAUSE_MS = 61_000

/** Of each half minute, the recording has the first part only. */
const RECORDED = { everyMs: 30_000, partMs: 18_000 } as const
const isRecorded = (line: string): boolean =>
  !(Number(line.split(',')[0]) % RECORDED.everyMs > RECORDED.partMs)

const listed = z.object({ orders: z.array(z.object({ status: z.string() })) })

/** A user, and the server that knows them. */
export interface Whose {
  server: ClockedServer
  caller: Caller
}

export class TradeWorld {
  readonly #browser: Browser
  readonly #server: ClockedServer
  readonly #users = new Map<string, Promise<Caller>>()
  readonly #stops: (() => Promise<void>)[] = []
  #recorded: ClockedServer | undefined
  #suspended: string | undefined

  private constructor(browser: Browser, server: ClockedServer) {
    this.#browser = browser
    this.#server = server
    this.#stops.push(() => server.stop())
  }

  static async open(browser: Browser): Promise<TradeWorld> {
    const server = await startClockedServer({ at: BEGIN })
    await server.play(EARLIER_MS)
    return new TradeWorld(browser, server)
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) await stop()
  }

  /** A user with practice money, who has placed nothing. */
  async newUser(): Promise<Whose> {
    return { server: this.#server, caller: await this.#signUp(this.#server) }
  }

  /** The same user for the same name. */
  async user(name: string): Promise<Whose> {
    const caller = this.#users.get(name) ?? this.#signUp(this.#server)
    this.#users.set(name, caller)
    return { server: this.#server, caller: await caller }
  }

  async #signUp(server: ClockedServer): Promise<Caller> {
    const registered = await signUp(server).catch(() => null)
    if (registered !== null) return registered.caller
    await server.play(REGISTRATION_PAUSE_MS)
    return (await signUp(server)).caller
  }

  /** A user who takes a day's break. */
  async paused(): Promise<Whose> {
    const isNew = !this.#users.has('paused')
    const who = await this.user('paused')
    if (isNew) await who.caller.post('/limits/pause', { length: 'hours_24' })
    return who
  }

  /** An operator puts a product under maintenance. */
  async suspend(symbol: string): Promise<void> {
    if (this.#suspended === symbol) return
    this.#suspended = symbol
    const desk = await operatorAt(this.#browser, this.#server, 'desk-ann')
    await desk.halt(symbol)
    await desk.page.context().close()
  }

  /** Cannot be undone. */
  async closeFutures(): Promise<void> {
    if (this.#server.now() < Date.parse(FUTURES_CLOSED)) await this.#server.moveTo(FUTURES_CLOSED)
  }

  /** A new user of a market whose prices are recorded, with holes in which none comes. */
  async recorded(): Promise<Whose> {
    this.#recorded ??= await this.#openRecorded()
    return { server: this.#recorded, caller: await this.#signUp(this.#recorded) }
  }

  async #openRecorded(): Promise<ClockedServer> {
    const folder = mkdtempSync(join(tmpdir(), 'fairtick-recordings-'))
    recordingsInto(folder)
    for (const name of readdirSync(folder)) {
      const lines = readFileSync(join(folder, name), 'utf8').split('\n')
      writeFileSync(join(folder, name), lines.filter(isRecorded).join('\n'))
    }
    const env = { FEED: 'replay', REPLAY_DATA: folder, LOOP: 'true' }
    const server = await startClockedServer({ at: BEGIN, env })
    this.#stops.push(async () => {
      await server.stop()
      rmSync(folder, { recursive: true })
    })
    await server.play(EARLIER_MS)
    return server
  }
}

/** How the newest settled order of a user ended. */
export async function latestResult(caller: Caller): Promise<string | undefined> {
  return listed.parse(await caller.get('/orders?status=settled&limit=1')).orders[0]?.status
}
