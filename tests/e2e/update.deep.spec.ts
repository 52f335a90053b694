import { PATHS } from '#lib/paths.ts'
import { expect, test } from './support/fixtures.ts'
import {
  CHANGED,
  countLoads,
  followsUpdates,
  heading,
  lookForUpdate,
  newVersion,
  openPrices,
  storedBuild,
} from './support/next-build.ts'
import { Phone } from './support/phone.ts'
import { entryOf } from './support/worker.ts'

test.use({ serviceWorkers: 'allow' })

test('an open tab works on after a deploy, and takes the new version when the user says so', async ({
  page,
  visitor,
  deployNext,
}) => {
  const former = await storedBuild(visitor)
  deployNext()
  await visitor.open(CHANGED)
  await expect(heading(page)).toBeVisible()
  expect(await entryOf(page)).toBe(former)
  await lookForUpdate(page)
  await expect(newVersion(page)).toContainText('A new version is ready.')
  expect(await entryOf(page)).toBe(former)
  const loads = countLoads(page)
  await newVersion(page).getByRole('button', { name: 'Update' }).click()
  await expect.poll(() => entryOf(page).catch(() => former)).not.toBe(former)
  await expect(heading(page)).toBeVisible()
  await expect(newVersion(page)).toHaveCount(0)
  expect(loads()).toBe(1)
})

test('a version that waits is taken at the next start, when the last tab was closed', async ({
  page,
  context,
  server,
  visitor,
  deployNext,
}) => {
  const former = await storedBuild(visitor)
  deployNext()
  await lookForUpdate(page)
  await expect(newVersion(page)).toBeVisible()
  // Loading a tab again is no new start: the version is offered again.
  await page.reload()
  await expect(newVersion(page)).toBeVisible()
  expect(await entryOf(page)).toBe(former)
  await page.close()
  // The browser may still count a tab that closes: then the start after this one is the next.
  await expect(async () => {
    const next = await context.newPage()
    await openPrices(new Phone(next, server))
    const entry = await entryOf(next)
    if (entry === former) await next.close()
    expect(entry).not.toBe(former)
    await expect(newVersion(next)).toHaveCount(0)
  }).toPass()
})

test('a tab beside the one that took the new version keeps its code, and may follow', async ({
  page,
  context,
  server,
  visitor,
  deployNext,
}) => {
  const former = await storedBuild(visitor)
  const other = await context.newPage()
  const beside = new Phone(other, server)
  await openPrices(beside)
  await followsUpdates(other)
  deployNext()
  await lookForUpdate(page)
  await newVersion(page).getByRole('button', { name: 'Update' }).click()
  await expect.poll(() => entryOf(page).catch(() => former)).not.toBe(former)
  expect(await entryOf(other)).toBe(former)
  await beside.open(CHANGED)
  await expect(heading(other)).toBeVisible()
  expect(await entryOf(other)).toBe(former)
  await expect(newVersion(other)).toBeVisible()
})

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('a page whose code is gone from the server follows it once, never in a loop', async ({
    page,
    visitor,
    deployNext,
  }) => {
    await openPrices(visitor)
    await followsUpdates(page)
    const former = await entryOf(page)
    deployNext()
    const loads = countLoads(page)
    await visitor.open(CHANGED)
    await expect(heading(page)).toBeVisible()
    await expect.poll(() => entryOf(page).catch(() => former)).not.toBe(former)
    expect(loads()).toBe(1)
    await followsUpdates(page)
    // A chunk that stays away in the newest build as well is waited for, not reloaded for.
    let checks = 0
    page.on('response', (response) => {
      if (new URL(response.url()).pathname === '/') checks += 1
    })
    await page.route(/\/assets\/yinsi-|\/assets\/privacy-article-/, (route) =>
      route.fulfill({ status: 404, body: '' }),
    )
    await visitor.open(PATHS.privacy)
    await expect.poll(() => checks).toBeGreaterThan(2)
    expect(loads()).toBe(1)
  })
})
