import type { Page } from '@playwright/test'
import { PATHS } from '#lib/paths.ts'
import { expectSwept, notAllowed, readDevice } from './device-stores.ts'
import { expect, test } from './fixtures.ts'
import { Phone } from './phone.ts'
import { speech } from './words.ts'

/** What reaches for the server, in order: calls of the app, and sockets. */
function sentBy(pages: readonly Page[]): string[] {
  const sent: string[] = []
  for (const page of pages) {
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/')) sent.push(`${request.method()} ${pathname}`)
    })
    page.on('websocket', () => sent.push('socket'))
  }
  return sent
}

/** A page that learns what other tabs did only when `catchUp` is called, as a tab in the background may. */
async function heardLate(page: Page): Promise<{ catchUp: () => Promise<void> }> {
  await page.addInitScript(() => {
    const listen = BroadcastChannel.prototype.addEventListener
    const waiting: (() => void)[] = []
    BroadcastChannel.prototype.addEventListener = function (
      kind: string,
      hear: EventListenerOrEventListenerObject,
    ) {
      listen.call(this, kind, (event) => {
        waiting.push(() => (typeof hear === 'function' ? hear(event) : hear.handleEvent(event)))
      })
    }
    const catchUp = (): void => {
      for (const hear of waiting.splice(0)) hear()
    }
    Object.assign(window, { catchUp })
  })
  return { catchUp: () => page.evaluate(() => Reflect.get(window, 'catchUp')()) }
}

/** Stores what a later version might: in each store something that no list names, and an order of this account. */
const plant = (page: Page, account: string): Promise<void> =>
  page.evaluate(async (name) => {
    const done = (request: IDBRequest): Promise<unknown> =>
      new Promise((resolve) => {
        request.addEventListener('success', resolve)
      })
    const order = { account: name, name: 'order', about: 'GC', amount: '10.00', sentAt: Date.now() }
    localStorage.setItem('command:planted', JSON.stringify(order))
    localStorage.setItem('planted', name)
    sessionStorage.setItem('planted', name)
    await (await caches.open('planted')).put('/planted', new Response(name))
    await (await caches.open('worker-settings')).put('/planted', new Response(name))
    const fresh = indexedDB.open('planted')
    fresh.addEventListener('upgradeneeded', () => {
      fresh.result.createObjectStore('planted').put(name, 'row')
    })
    await done(fresh)
    fresh.result.close()
    const known = indexedDB.open('fairtick')
    await done(known)
    const rows = known.result.transaction('last-known', 'readwrite').objectStore('last-known')
    await done(rows.put({ key: '/planted', account: '', asOf: 0, value: name }))
    known.result.close()
  }, account)

/** Two tabs, of which one logs out while there is no network. */
export function logsOutOffline({ language, width }: { language: string; width: number }): void {
  test(`a log-out without a network ends in every tab, leaves no trace and is sent first: ${language}`, async ({
    context,
    page,
    phone,
    server,
    user,
  }) => {
    const say = speech(language)
    await page.setViewportSize({ width, height: 700 })
    await phone.open(PATHS.settings, language)
    const logOut = page.getByRole('button', { name: say('settings:logOut.action') })
    await expect(logOut).toBeVisible()
    const other = await context.newPage()
    const { catchUp } = await heardLate(other)
    const second = new Phone(other, server)
    await second.open(PATHS.products, language)
    const available = other.getByRole('status', { name: say('identity:balance.available') })
    await expect(available).toContainText('10')
    await plant(page, user.account)
    const isOwn = (address: string): boolean =>
      address.startsWith(`rows:fairtick:last-known:${user.account}:`)
    await expect.poll(async () => notAllowed(await readDevice(other)).some(isOwn)).toBe(true)
    await context.setOffline(true)
    await logOut.click()
    const sure = page.getByRole('alertdialog')
    await sure.getByRole('button', { name: say('settings:logOut.action') }).click()
    await expect(page).toHaveURL(/login/)
    await expectSwept(page, [user.account])

    // The other tab does not know yet, and stores what it has.
    await other.evaluate((name) => {
      localStorage.setItem('command:late', name)
      sessionStorage.setItem('late', name)
      dispatchEvent(new Event('pagehide'))
    }, user.account)
    await catchUp()
    await expect(other.getByRole('alert').first()).toBeVisible()
    await expect(available).toHaveCount(0)
    await expect(other.getByText(user.account)).toHaveCount(0)
    await expectSwept(other, [user.account])
    const known = async (): Promise<number> =>
      (
        await fetch(`${server.url}/api/me`, {
          headers: { cookie: `${user.caller.cookie.name}=${user.caller.cookie.value}` },
        })
      ).status
    expect(await known()).toBe(200)

    const sent = sentBy([page, other])
    await context.setOffline(false)
    await expect.poll(known).toBe(401)
    await expect(other.locator('main [data-quote=live]').first()).toBeVisible()
    // The other tab may ask once more: what is stored reaches it a moment after the lock does.
    expect(sent[0]).toBe('DELETE /api/session')
    for (const tab of [page, other]) await expectSwept(tab, [user.account])
    const names = async () => (await context.cookies()).map(({ name }) => name)
    await expect.poll(names).not.toContain(user.caller.cookie.name)
  })
}
