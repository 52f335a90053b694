/** What a browser stores of the app: its files, its last known data, and which build a tab runs. */
import { expect, type Page } from '@playwright/test'

/** Waits until the worker has the app on the device and answers this page. */
export async function storedOnDevice(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, {
    timeout: 170_000,
  })
  const texts = (): Promise<number> =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith('files-'))
      const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return kept.flat().filter(({ url }) => url.includes('/text-en-verify-')).length
    })
  await expect.poll(texts).toBeGreaterThan(0)
}

/** Reloads a page without a network. Now and then Chromium gives the new document one, until it is taken away again. */
export async function reloadOffline(page: Page): Promise<void> {
  const context = page.context()
  await page.reload()
  await expect(async () => {
    const isOnline = await page.evaluate(() => navigator.onLine)
    if (isOnline) await context.setOffline(false)
    await context.setOffline(true)
    expect(isOnline).toBe(false)
  }).toPass()
}

/** The entry script that this page runs. */
export const entryOf = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() =>
    document.querySelector('script[type=module][src*="/assets/index-"]')?.getAttribute('src'),
  )

/** Topics of the last known data: `account/topic`, or `/topic` where it belongs to no account. */
export const storedTopics = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('fairtick', 1)
        opening.addEventListener('error', () => reject(new Error('no database')))
        opening.addEventListener('success', () => {
          const keys = opening.result
            .transaction('last-known')
            .objectStore('last-known')
            .getAllKeys()
          keys.addEventListener('success', () => resolve(keys.result.map(String)))
        })
      }),
  )
