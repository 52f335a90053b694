/** A second build of the app, as a journey sees it that deploys it while tabs are open. */
import type { Page } from '@playwright/test'
import { PATHS } from '#lib/paths.ts'
import type { Phone } from './phone.ts'
import { entryOf, storedOnDevice } from './worker.ts'

/** The page whose code differs between the two builds. */
export const CHANGED = PATHS.openLocation

export async function openPrices(phone: Phone): Promise<void> {
  await phone.open(PATHS.products)
  await phone.price()
}

/** Looks at prices until the app is stored on the device; returns the entry script of that build. */
export async function storedBuild(phone: Phone): Promise<string | null | undefined> {
  await openPrices(phone)
  await storedOnDevice(phone.page)
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
    performance
      .getEntriesByType('resource')
      .some(({ name }) => name.includes('/reachability-notices-')),
  )

/** The notice that offers a new version. */
export const newVersion = (page: Page) => page.locator('[data-new-version]')
export const heading = (page: Page) => page.getByRole('main').getByRole('heading').first()

export const countLoads = (page: Page): (() => number) => {
  let loads = 0
  page.on('load', () => (loads += 1))
  return () => loads
}
