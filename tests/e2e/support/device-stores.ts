/** What a browser stores for the app, as the next person who has the device can read it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { mayStay } from '#device/what-may-stay.ts'
import { BUILT_APP, expect } from './fixtures.ts'

/** By address (src/device/what-may-stay.ts), the text that is stored there. */
export type Held = Record<string, string>

/** Reads every store that a script can reach: both storages, all caches, all databases, and cookies. */
export const readDevice = (page: Page): Promise<Held> =>
  page.evaluate(async () => {
    const held: Record<string, string> = {}
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('no answer')))
      })
    const stores = { local: localStorage, session: sessionStorage }
    for (const [store, storage] of Object.entries(stores))
      for (const [key, text] of Object.entries(storage)) held[`${store}:${key}`] = String(text)
    for (const name of await caches.keys()) {
      held[`cache:${name}:`] = ''
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const { pathname, search } = new URL(request.url)
        const isFile = name.startsWith('files-')
        const text = isFile ? '' : await (await cache.match(request))?.text()
        held[`cache:${name}:${pathname}${search}`] = text ?? ''
      }
    }
    // A database that was deleted since it was listed would be created by opening it.
    const opened = (name: string): Promise<IDBDatabase | null> => {
      const request = indexedDB.open(name)
      request.addEventListener('upgradeneeded', () => request.transaction?.abort())
      return done(request).catch(() => null)
    }
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await opened(name)
      if (database === null) continue
      held[`rows:${name}`] = ''
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store)
        for (const row of await done(rows.getAll())) {
          const { account = '?', key = '?' } = row
          held[`rows:${name}:${store}:${account}:${key}`] = JSON.stringify(row)
        }
      }
      database.close()
    }
    for (const cookie of document.cookie.split('; ').filter(Boolean))
      held[`cookie:${cookie}`] = cookie
    return held
  })

/** The names of caches and databases that may be there. A new one is listed once it is known what may stay in it. */
const STORES = [
  /^cache:files-[0-9a-f]{8}:$/,
  /^cache:worker-settings:$/,
  /^rows:fairtick(-purchases|-signing-keys)?$/,
]
const isStore = (address: string): boolean => STORES.some((store) => store.test(address))

/** The addresses that a log-out must not leave. */
export const notAllowed = (held: Held): string[] =>
  Object.keys(held).filter((address) => !isStore(address) && !mayStay(address, 'logOut'))

/** Files in a cache of the app's files that are no files of the app. */
const foreignFiles = (held: Held): string[] =>
  Object.keys(held).filter((address) => {
    const [, path] = /^cache:files-[0-9a-f]{8}:(.+)$/.exec(address) ?? []
    return path !== undefined && !existsSync(join(BUILT_APP, path))
  })

/** After a log-out the device holds what the list allows, and none of these words. */
export async function expectSwept(page: Page, words: readonly string[]): Promise<void> {
  await expect.poll(async () => notAllowed(await readDevice(page))).toEqual([])
  const held = await readDevice(page)
  expect(foreignFiles(held)).toEqual([])
  const text = JSON.stringify(held)
  expect(words.filter((word) => text.includes(word))).toEqual([])
}
