/** What a journey begins with: a server that its worker shares, a user of its own, and that user's phone. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test as base, expect, type Page } from '@playwright/test'
import { recordingsInto } from '#support/recordings.ts'
import { Account } from './account.ts'
import { type Books, booksOf } from './books.ts'
import { type ClockedServer, startClockedServer } from './clocked.ts'
import { Phone } from './phone.ts'
import { type Caller, type Progress, type ReadyUser, signUp } from './ready-user.ts'
import type { RunningServer } from './server.ts'

/** A Monday in a week without holidays, so that markets are open whenever the suite runs. */
const BEGIN = '2027-01-11T10:00:00Z'
const START_TIMEOUT_MS = 300_000
/** The app as it was built last. */
export const BUILT_APP = fileURLToPath(new URL('../../../dist', import.meta.url))

interface ServerOptions {
  /** Where its clock begins, ISO. */
  at?: string
  env?: Record<string, string>
  /** On recorded ticks of EURUSD and BTCUSDT, not on simulated ones. */
  replay?: boolean
}
export interface AppServer extends ClockedServer {
  /** From here it serves the app. */
  appFolder: string
}
interface TestFixtures {
  /** How far `user` has come; with practice money and nothing else unless `test.use` sets it. */
  progress: Progress
  /** Registered over HTTP, for this test alone. */
  user: ReadyUser
  books: Books
  /** The phone of `user`, logged in, with no page open yet. */
  phone: Phone
  /** The pages of the user's account on that phone. */
  account: Account
}
interface WorkerFixtures {
  /** Files that set it with `test.use` get a worker, and so a server, of their own. */
  serverOptions: ServerOptions
  /**
   * One real server per worker, with the practice reviewer. The tests of a worker follow one another, so a test may
   * let time pass, kill the server, damage its data or deploy another app, if it leaves all as it was. Tests of the
   * default server stay within its week.
   */
  server: AppServer
}

/** Without a trace of the build before. */
export function deploy(build: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  cpSync(build, folder, { recursive: true })
}

/** The page belongs to this user from its next load on, in English unless it chose a language. */
export async function logInAs(page: Page, server: RunningServer, caller: Caller): Promise<void> {
  await page.context().addCookies([{ ...caller.cookie, url: server.url }])
  await page.addInitScript(() => {
    // A blank page has no storage.
    if (origin === 'null') return
    if (localStorage.getItem('language') === null) localStorage.setItem('language', 'en')
    localStorage.setItem('token', 'known')
  })
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  serverOptions: [{}, { option: true, scope: 'worker' }],
  server: [
    async ({ serverOptions: { at = BEGIN, replay = false, env } }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'fairtick-app-'))
      const appFolder = join(folder, 'app')
      const recordings = join(folder, 'recordings')
      deploy(BUILT_APP, appFolder)
      if (replay) recordingsInto(recordings)
      const feed = replay ? { FEED: 'replay', REPLAY_DATA: recordings, LOOP: 'true' } : {}
      const server = await startClockedServer({
        at,
        env: { ...feed, ...env, APP_FOLDER: appFolder },
      })
      await use({ ...server, appFolder })
      const faults = await server.ask('select * from ledger_faults')
      await server.stop()
      rmSync(folder, { recursive: true })
      expect(faults).toEqual([])
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  progress: [{}, { option: true }],
  user: async ({ server, progress }, use) => use(await signUp(server, progress)),
  books: ({ server, user }, use) => use(booksOf(server, user.account)),
  phone: async ({ page, server, user }, use) => {
    await logInAs(page, server, user.caller)
    await use(new Phone(page, server))
  },
  account: ({ phone, server }, use) => use(new Account(phone.page, server)),
})
export { expect }
