/** What a journey begins with: a server that its worker shares, a user of its own, and that user's phone. */
import { test as base, expect, type Page } from '@playwright/test'
import { type Books, booksOf } from './books.ts'
import { type ClockedServer, startClockedServer } from './clocked.ts'
import { Phone } from './phone.ts'
import { type Caller, type Progress, type ReadyUser, signUp } from './ready-user.ts'
import type { RunningServer } from './server.ts'

/** A Wednesday without holidays: every market is open whenever the suite runs. */
const BEGIN = '2027-01-13T10:00:00Z'
const START_TIMEOUT_MS = 180_000

interface TestFixtures {
  /** How far `user` has come; practice money and nothing else, unless `test.use` says otherwise. */
  progress: Progress
  /** Registered over HTTP on `server`, for this test alone. */
  user: ReadyUser
  books: Books
  /** The phone of `user`, logged in, with no page open yet. */
  phone: Phone
}
interface WorkerFixtures {
  /**
   * One real server per worker, with the practice reviewer. Tests share it: they may let its time pass (`play`), but
   * neither stop it nor leap over days.
   */
  server: ClockedServer
  /** The same without the practice reviewer: operators decide. */
  deskServer: ClockedServer
}

/** For a whole file or worker; closes with a ledger that has no fault. */
export async function useServer(
  options: { at?: string; env?: Record<string, string> },
  use: (server: ClockedServer) => Promise<void>,
): Promise<void> {
  const server = await startClockedServer({ at: BEGIN, ...options })
  await use(server)
  const faults = await server.ask('select * from ledger_faults')
  await server.stop()
  expect(faults).toEqual([])
}

/** The page belongs to this user from its next load on, in English. */
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
  server: [({}, use) => useServer({}, use), { scope: 'worker', timeout: START_TIMEOUT_MS }],
  deskServer: [
    ({}, use) => useServer({ env: { PRACTICE_REVIEWER: 'off' } }, use),
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  progress: [{}, { option: true }],
  user: async ({ server, progress }, use) => use(await signUp(server, progress)),
  books: ({ server, user }, use) => use(booksOf(server, user.account)),
  phone: async ({ page, server, user }, use) => {
    await logInAs(page, server, user.caller)
    await use(new Phone(page, server))
  },
})
export { expect }
