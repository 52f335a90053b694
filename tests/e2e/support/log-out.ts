import type { Page } from '@playwright/test'
import { PATHS } from '#lib/paths.ts'
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

/** Two tabs, of which one logs out while there is no network. */
export function logsOutOffline({ language, width }: { language: string; width: number }): void {
  test(`a log-out without a network closes every tab, and the server hears of it first: ${language}`, async ({
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
    const second = new Phone(other, server)
    await second.open(PATHS.products, language)
    const available = other.getByRole('status', { name: say('identity:balance.available') })
    await expect(available).toContainText('10')
    await context.setOffline(true)
    await logOut.click()
    const sure = page.getByRole('alertdialog')
    await sure.getByRole('button', { name: say('settings:logOut.action') }).click()
    await expect(page).toHaveURL(/login/)
    await expect(other.getByRole('alert').first()).toBeVisible()
    await expect(available).toHaveCount(0)
    await expect(other.getByText(user.account)).toHaveCount(0)
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
  })
}
