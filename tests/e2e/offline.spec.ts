import type { Page } from '@playwright/test'
import { PATHS } from '#lib/paths.ts'
import { expect, test } from './support/fixtures.ts'
import { reloadOffline, storedOnDevice, storedTopics } from './support/worker.ts'

test.use({ serviceWorkers: 'allow' })

const sparklines = (page: Page) => page.locator('main a svg path[vector-effect]')

test('without a network the app opens with what was last known, says its age, and rests what moves money', async ({
  page,
  context,
  phone,
  user,
  server,
}) => {
  await phone.openProduct('BTCUSDT')
  await phone.buy('up', '10', /^5 min/)
  await phone.open(PATHS.fund)
  await expect(page.locator('[data-fund=live]')).toBeVisible()
  await phone.open(PATHS.messages)
  await expect(page.getByRole('listitem').first()).toBeVisible()
  await phone.openProducts()
  await expect(phone.available).toContainText('9,990.00')
  await expect(sparklines(page).first()).toBeAttached()
  await storedOnDevice(page)
  const topics = ['positions', 'messages'].map((name) => `${user.account}/${name}`)
  await expect
    .poll(() => storedTopics(page))
    .toEqual(expect.arrayContaining([...topics, '/sparklines']))
  // Neither a network nor a server: nothing can come but what the device has.
  await context.setOffline(true)
  await server.kill()

  await reloadOffline(page)
  await expect(page.locator('[data-reach=offline]')).toContainText('You’re offline')
  await expect(page.locator('main [data-quote=stale]').first()).toBeVisible()
  await expect(page.locator('main [data-quote=live]')).toHaveCount(0)
  await expect(phone.available).toContainText('9,990.00')
  await expect(page.locator('[data-balance=stale] [data-as-of]')).toContainText(
    /^As of .*\d\d:\d\d/,
  )
  await expect(page.getByText(/^As of .*\d\d:\d\d/).nth(1)).toBeVisible()
  await expect(sparklines(page).first()).toBeAttached()

  await phone.open(`${PATHS.orders}?tab=open`)
  await expect(page.getByRole('article')).toContainText('10.00')
  await phone.open(PATHS.fund)
  await expect(page.locator('[data-fund=stale] [data-as-of]')).toBeVisible()
  await phone.open(PATHS.messages)
  await expect(page.locator('main [data-as-of]')).toBeVisible()
  await phone.open('/pages/Detail/Detail?symbol=ETHUSDT')
  await expect(page.getByText('This chart will appear once you’re connected again.')).toBeVisible()
  await phone.open('/pages/Detail/Detail?symbol=BTCUSDT')
  const buyUp = page.getByRole('button', { name: /^Up/ }).first()
  await expect(buyUp).toBeDisabled()
  await expect(page.getByText('You’re offline. Orders are paused.')).toBeVisible()
  await expect(page.getByText(/^Latest price [\d,.]+; low [\d,.]+ and high/)).toBeAttached()

  await server.start()
  await context.setOffline(false)
  await expect(page.locator('main [data-quote=live]').first()).toBeVisible({ timeout: 60_000 })
  await expect(page.locator('[data-reach]')).toHaveCount(0)
  await expect(page.locator('[data-as-of]')).toHaveCount(0)
  await expect(buyUp).toBeEnabled()
})
