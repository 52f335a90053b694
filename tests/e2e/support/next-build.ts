/** A second build of the app, which a journey deploys while tabs are open. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { PATHS } from '#lib/paths.ts'
import { BUILT_APP, deploy, expect, test as base } from './fixtures.ts'
import { Phone } from './phone.ts'
import { entryOf, keptOnDevice } from './worker.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** The page whose code differs between the two builds. */
export const CHANGED = PATHS.openLocation

export const test = base.extend<{ deployNext: () => void; visitor: Phone }, { nextBuild: string }>({
  nextBuild: [
    async ({ server }, use) => {
      const folder = `${server.appFolder}-next`
      const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
      const args = [vite, 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error']
      // A setting that becomes part of one lazy chunk, and so changes the names of all that lead to it.
      const env = { ...process.env, VITE_MAP_CREDIT: 'of the second build' }
      const { status } = spawnSync(process.execPath, args, {
        cwd: ROOT,
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      expect(status).toBe(0)
      await use(folder)
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  /** Leaves nothing of the build before on the server. */
  deployNext: async ({ nextBuild, server: { appFolder } }, use) => {
    await use(() => deploy(nextBuild, appFolder))
    deploy(BUILT_APP, appFolder)
  },
  visitor: ({ page, server }, use) => use(new Phone(page, server)),
})
export { expect }

export async function openPrices(phone: Phone): Promise<void> {
  await phone.open(PATHS.products)
  await phone.price()
}

/** Looks at prices until the app is stored on the device; returns the entry script of that build. */
export async function storedBuild(phone: Phone): Promise<string | null | undefined> {
  await openPrices(phone)
  await keptOnDevice(phone.page)
  return entryOf(phone.page)
}

/** As the app does itself when it becomes visible again. */
export const lookForUpdate = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange'))
  })

/** The part of the app that follows new builds starts seconds after the page, and with it loads this file. */
export const followsUpdates = (page: Page): Promise<unknown> =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/reach-notices-')),
  )

/** The notice that offers a new version. */
export const newVersion = (page: Page) => page.locator('[data-new-version]')
export const heading = (page: Page) => page.getByRole('main').getByRole('heading').first()

export const countLoads = (page: Page): (() => number) => {
  let loads = 0
  page.on('load', () => (loads += 1))
  return () => loads
}
