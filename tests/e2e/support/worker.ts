/** The service worker as a journey sees it: whether the app is on the device, and which build a tab runs. */
import { expect, type Page } from '@playwright/test'

/** Waits until the worker has the app on the device and answers this page. */
export async function keptOnDevice(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, {
    timeout: 30_000,
  })
  const texts = (): Promise<number> =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith('files-'))
      const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return kept.flat().filter(({ url }) => url.includes('/text-en-verify-')).length
    })
  await expect.poll(texts).toBeGreaterThan(0)
}

/** The entry script that this page runs. */
export const entryOf = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.querySelector('script[type=module][src]')?.getAttribute('src'))
