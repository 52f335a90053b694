/** What a journey begins with: a server that its worker shares, a user of its own, and that user's phone. */
import { spawnSync } from 'node:child_process'
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
export const BEGIN = '2027-01-11T10:00:00Z'
const START_TIMEOUT_MS = 300_000
const BUILD_TIMEOUT_MS = 180_000
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const NEXT_CONFIG = join(ROOT, 'tests/e2e/support/next-build.config.ts')
/** The app as it was built last. */
export const BUILT_APP = join(ROOT, 'dist')

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
  /** A phone with no user. */
  visitor: Phone
  /** Replaces the app on the server by the second build, and leaves nothing of the first. */
  deployNext: () => void
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
  /** A folder with a second build of the app. */
  nextBuild: string
}

/** Without a trace of the build before. */
function deploy(build: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  cpSync(build, folder, { recursive: true })
}

/** The page belongs to this user from its next load on, in English unless it chose a language. */
export async function logInAs(page: Page, server: RunningServer, caller: Caller): Promise<void> {
  await page.context().addCookies([{ ...caller.cookie, url: server.url, httpOnly: true }])
  await page.addInitScript(() => {
    // A blank page has no storage.
    if (origin === 'null') return
    if (localStorage.getItem('language') === null) localStorage.setItem('language', 'en')
    localStorage.setItem('token', 'known')
  })
}

const HIDDEN = 'taken away: '

/** Tells of each part of a page that React takes away while something in it is loaded. */
function tellHidden(): void {
  const isHidden = ({ style }: HTMLElement): boolean =>
    style.display === 'none' && style.getPropertyPriority('display') === 'important'
  const look = (): void => {
    for (const part of document.querySelectorAll<HTMLElement>('[style*=display]'))
      if (isHidden(part) && !part.hasAttribute('data-told')) {
        part.setAttribute('data-told', '')
        console.debug(`taken away: ${part.outerHTML.slice(0, 300)}`)
      }
  }
  new MutationObserver(look).observe(document, { subtree: true, attributeFilter: ['style'] })
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  context: async ({ context }, use) => {
    const hidden: string[] = []
    context.on('console', (message) => {
      if (message.text().startsWith(HIDDEN)) hidden.push(message.text())
    })
    await context.addInitScript(tellHidden)
    await use(context)
    expect(hidden).toEqual([])
  },
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
  nextBuild: [
    async ({ server }, use) => {
      const folder = `${server.appFolder}-next`
      const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
      const args = ['build', '--config', NEXT_CONFIG, '--outDir', folder, '--emptyOutDir']
      const { status } = spawnSync(process.execPath, [vite, ...args, '--logLevel', 'error'], {
        cwd: ROOT,
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      expect(status).toBe(0)
      await use(folder)
    },
    { scope: 'worker', timeout: BUILD_TIMEOUT_MS },
  ],
  progress: [{}, { option: true }],
  user: async ({ server, progress }, use) => use(await signUp(server, progress)),
  books: ({ server, user }, use) => use(booksOf(server, user.account)),
  phone: async ({ page, server, user }, use) => {
    await logInAs(page, server, user.caller)
    await use(new Phone(page, server))
  },
  visitor: ({ page, server }, use) => use(new Phone(page, server)),
  deployNext: async ({ nextBuild, server: { appFolder } }, use) => {
    await use(() => deploy(nextBuild, appFolder))
    deploy(BUILT_APP, appFolder)
  },
  account: ({ phone, server }, use) => use(new Account(phone.page, server)),
})
export { expect }
