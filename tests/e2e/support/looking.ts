/** How a screen is shown to one of its viewers, in any language, until nothing on it moves any more. */
import { type JSHandle, type Page, type Request, expect as within5s } from '@playwright/test'
import { HANG_MS } from '#support/until.ts'
import { type Gallery, type Screen, SETTLED_ORDER, SHARED_CODE, type Viewer } from './screens.ts'
import { words } from './words.ts'

/** The script that takes the pictures has no configuration that would say how long to wait. */
const expect = within5s.configure({ timeout: HANG_MS })

const registerInfo = { account: 'someone_1', phone: '+8613800138000', openingCode: '0123456789' }
/** What a page has asked for and not yet got. */
const pending = new WeakMap<Page, Set<Request>>()

/** From now on, `settle` waits for what the page asks for. */
export function watchRequests(page: Page): void {
  const requests = new Set<Request>()
  pending.set(page, requests)
  page.on('request', (request) => requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
}

/** From its next load on the page belongs to this viewer and has this language. */
export async function lookAs(
  page: Page,
  { server, users }: Gallery,
  { viewer, language }: { viewer: Viewer; language: string },
): Promise<void> {
  watchRequests(page)
  if (viewer !== 'visitor')
    await page.context().addCookies([{ ...users[viewer].cookie, url: server.url }])
  const stored = { language, registerInfo: JSON.stringify(registerInfo) }
  await page.addInitScript(
    (kept) => {
      // A blank page has no storage.
      if (origin !== 'null')
        for (const [key, text] of Object.entries(kept)) localStorage.setItem(key, text)
    },
    viewer === 'visitor' ? stored : { ...stored, token: 'known' },
  )
}

/** A placeholder in the page. */
export const BUSY = 'main .animate-skeleton, main .animate-turn, [aria-busy=true]'

/** What the browser still has to draw once it is idle: the page, a placeholder in it, a font or a movement. */
const undrawn = (page: Page): Promise<string[]> =>
  page.evaluate(async (busy) => {
    // A page that draws without pause is never idle.
    const idle = { timeout: 500 }
    await new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve, idle)))
    // A tint behind a price that ticks has nothing in it, and another may always be next.
    const isEmpty = (effect: AnimationEffect | null): boolean =>
      effect instanceof KeyframeEffect && effect.target?.childNodes.length === 0
    const moves = ({ playState, effect }: Animation): boolean =>
      playState === 'running' &&
      effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY &&
      !isEmpty(effect)
    const waiting = document.querySelector(busy)
    const left: string[] = []
    if (document.querySelector('main *') === null) left.push('the page')
    if (waiting !== null) left.push(waiting.outerHTML.slice(0, 200))
    if (document.fonts.status !== 'loaded') left.push('a font')
    if (document.getAnimations().some(moves)) left.push('a movement')
    return left
  }, BUSY)

/** Until everything that the page asked for has come and is drawn. */
export async function settle(page: Page): Promise<void> {
  const left = async (): Promise<string[]> => {
    const drawing = await undrawn(page)
    const requests = [...(pending.get(page) ?? [])].map((request) => request.url())
    return [...drawing, ...requests]
  }
  await expect.poll(left, { intervals: [10, 20, 50] }).toEqual([])
}

/** A page whose address names a sheet opens it once it has loaded the sheet. */
const OPENS_SHEET = /[?&](?:open|new|lot)=/

/** Shows a screen to the page's viewer; the app itself stays loaded. */
export async function open(
  page: Page,
  { server, settledOrder, sharedCode }: Gallery,
  screen: Screen,
): Promise<void> {
  const path = screen.path.replace(SETTLED_ORDER, settledOrder).replace(SHARED_CODE, sharedCode)
  await page.goto(`${server.url}/#${path}`)
  if (OPENS_SHEET.test(screen.path)) await expect(page.getByRole('dialog')).toBeVisible()
  await settle(page)
  if (screen.tap === undefined) return
  const language = await page.evaluate(() => document.documentElement.lang)
  const name = new RegExp(`^${words(language).direction.down}`)
  const down = page.getByRole('button', { name }).last()
  const order = page.locator('main li button, main [role=listitem] button').first()
  await (screen.tap === 'down' ? down : order).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await settle(page)
}

interface I18n {
  changeLanguage(code: string): Promise<unknown>
}
interface Root {
  stateNode: { current: { child: { memoizedProps: { i18n: I18n } } } }
}
/**
 * Changes the language in place, as the app's own switch does. That switch is behind an open sheet on some screens, so
 * this takes the app's i18next from the properties of its root element, as React keeps them.
 */
export const switchOf = (page: Page): Promise<JSHandle<I18n>> =>
  page.evaluateHandle(() => {
    const container = document.querySelector('#root') ?? document.body
    const key = Object.keys(container).find((name) => name.startsWith('__reactContainer$')) ?? ''
    const root: Root = Reflect.get(container, key)
    return root.stateNode.current.child.memoizedProps.i18n
  })

export async function speak(page: Page, language: string): Promise<void> {
  const i18n = await switchOf(page)
  await i18n.evaluate(async (own, code) => void (await own.changeLanguage(code)), language)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await settle(page)
}
