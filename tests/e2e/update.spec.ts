import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import { PATHS } from '#lib/paths.ts'
import { Phone } from './support/phone.ts'
import { openServer, type RunningServer } from './support/server.ts'
import { entryOf, keptOnDevice } from './support/worker.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const MAIN = join(root, 'tests/support/deployed-server.ts')
const FORMER = join(root, 'dist')

let server: RunningServer
let folder: string
const live = (): string => join(folder, 'live')
const next = (): string => join(folder, 'next')

/** The hard way: of the build before nothing is left on the server. */
function deploy(build: string): void {
  rmSync(live(), { recursive: true, force: true })
  cpSync(build, live(), { recursive: true })
}

test.beforeAll(async () => {
  test.setTimeout(300_000)
  folder = mkdtempSync(join(tmpdir(), 'fairtick-deploys-'))
  mkdirSync(live())
  // A setting that becomes part of one lazy chunk, and so changes the names of all that lead to it.
  const args = ['build', '--outDir', next(), '--emptyOutDir', '--logLevel', 'error']
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), ...args],
    {
      cwd: root,
      env: { ...process.env, VITE_MAP_CREDIT: 'of the second build' },
      stdio: 'inherit',
    },
  )
  expect(status).toBe(0)
  deploy(FORMER)
  server = await openServer({ main: MAIN, env: { APP_FOLDER: live() } })
})
test.afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})
test.beforeEach(() => deploy(FORMER))

/** As the app does itself when it is looked at again. */
const lookForNews = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange'))
  })

const loadsOf = (page: Page): string[] => {
  const loads: string[] = []
  page.on('load', () => loads.push(page.url()))
  return loads
}

/** Looks at prices until the app is kept on the device; which build that is. */
async function onDevice(page: Page): Promise<string | null | undefined> {
  await livePrices(page)
  await keptOnDevice(page)
  return entryOf(page)
}
async function livePrices(page: Page): Promise<void> {
  const phone = new Phone(page, server)
  await phone.open(PATHS.products)
  await phone.price()
}

/** The page whose code differs between the two builds. */
const changed = PATHS.openLocation
const main = (page: Page) => page.getByRole('main').getByRole('heading').first()

test('an open tab goes on after a deploy, and takes the new version on the user’s word', async ({
  page,
}) => {
  const former = await onDevice(page)
  deploy(next())
  await page.goto(`${server.url}/#${changed}`)
  await expect(main(page)).toBeVisible()
  expect(await entryOf(page)).toBe(former)
  await lookForNews(page)
  const notice = page.locator('[data-new-version]')
  await expect(notice).toContainText('A new version is ready.')
  expect(await entryOf(page)).toBe(former)
  const loads = loadsOf(page)
  await notice.getByRole('button', { name: 'Update' }).click()
  await expect.poll(() => entryOf(page).catch(() => former)).not.toBe(former)
  await expect(main(page)).toBeVisible()
  await expect(notice).toHaveCount(0)
  expect(loads).toHaveLength(1)
})

test('a version that waits is taken at the next start, when the last tab was closed', async ({
  page,
  context,
}) => {
  const former = await onDevice(page)
  deploy(next())
  await lookForNews(page)
  await expect(page.locator('[data-new-version]')).toBeVisible()
  // Loading a tab anew is no new start: the version is offered again.
  await page.reload()
  await expect(page.locator('[data-new-version]')).toBeVisible()
  expect(await entryOf(page)).toBe(former)
  await page.close()
  const again = await context.newPage()
  await livePrices(again)
  expect(await entryOf(again)).not.toBe(former)
  await expect(again.locator('[data-new-version]')).toHaveCount(0)
})

test('a tab beside the one that took the new version keeps its code, and may follow', async ({
  page,
  context,
}) => {
  const former = await onDevice(page)
  const other = await context.newPage()
  await livePrices(other)
  // Until it watches too: the start comes first.
  await other.waitForTimeout(5_000)
  deploy(next())
  await lookForNews(page)
  await page.locator('[data-new-version]').getByRole('button', { name: 'Update' }).click()
  await expect.poll(() => entryOf(page).catch(() => former)).not.toBe(former)
  expect(await entryOf(other)).toBe(former)
  await other.goto(`${server.url}/#${changed}`)
  await expect(main(other)).toBeVisible()
  expect(await entryOf(other)).toBe(former)
  await expect(other.locator('[data-new-version]')).toBeVisible()
})

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('a page whose code went with a former build follows the server once, never in a loop', async ({
    page,
  }) => {
    await livePrices(page)
    await page.waitForTimeout(5_000)
    const former = await entryOf(page)
    deploy(next())
    const loads = loadsOf(page)
    await page.goto(`${server.url}/#${changed}`)
    await expect(main(page)).toBeVisible()
    await expect.poll(() => entryOf(page).catch(() => former)).not.toBe(former)
    expect(loads).toHaveLength(1)
    // A chunk that stays away in the newest build as well is waited for, not reloaded for.
    await page.route(/\/assets\/yinsi-|\/assets\/privacy-article-/, (route) =>
      route.fulfill({ status: 404, body: '' }),
    )
    await page.goto(`${server.url}/#${PATHS.privacy}`)
    await page.waitForTimeout(8_000)
    expect(loads).toHaveLength(1)
  })
})
