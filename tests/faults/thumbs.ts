/** Thousands of thoughtless touches on all money pages: what moves money was confirmed by one deliberate tap. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Locator, type Page } from '@playwright/test'
import { PATHS, productPath } from '#lib/paths.ts'
import { type Chance, chanceOf } from '#support/chance.ts'
import { PlantedCopy, ROOT } from '#support/planted-copy.ts'
import { pause } from '#support/until.ts'
import { booksOf, written } from '../e2e/support/books.ts'
import { type ClockedServer, startClockedServer } from '../e2e/support/clocked.ts'
import { logInBeside, type ReadyUser, signUp } from '../e2e/support/ready-user.ts'
import config from '../e2e/playwright.config.ts'
import type { FaultContext } from './runner.ts'

const STEPS = { short: 400, ci: 10_000, full: 50_000 } as const
/** A copy without the fix shows its fault long before that. */
const CONTROL_STEPS = 600
const AT = '2027-01-11T10:00:00Z'
const PAGES = [
  productPath('BTCUSDT'),
  productPath('ETHUSDT'),
  PATHS.products,
  PATHS.orders,
  PATHS.account,
  PATHS.deposits,
  `${PATHS.deposits}?new=1`,
  PATHS.withdraw,
  PATHS.withdrawals,
  PATHS.fund,
  PATHS.fundDeposit,
  `${PATHS.fund}?open=withdraw`,
  PATHS.fundRecords,
]
const DELAYS_MS = [0, 0, 200, 800, 2_000]
const SPACINGS_MS = [40, 120, 280]
const BURST_MAX = 10
const CHECK_EVERY = 500
const ANSWERED_MS = 20_000
const FIELDS = 'input:visible:not([type=file], [type=radio], [type=checkbox])'
const AMOUNTS = ['10', '25.5', '1.13', '120', '9999999', '1,000']
/** As long as what slides in takes no tap. */
const LOOK_MS = 600
const WIDE_PX = 150
const SCREENS_MOST = 4
/** What makes rapid taps buy again: the fixes, each undone. */
const UNFIXED = [
  {
    file: 'src/features/ticket/submission.ts',
    find: 'export const REST_MS = 1_500',
    replace: 'export const REST_MS = 0',
  },
  {
    file: 'src/features/ticket/submission.ts',
    find: 'export const SAME_AGAIN_MS = 5_000',
    replace: 'export const SAME_AGAIN_MS = 0',
  },
  {
    file: 'src/features/ticket/ticket-panel.tsx',
    find: 'className="safe-bottom"',
    replace: 'className="safe-bottom -order-1"',
  },
  {
    file: 'src/features/ticket/ticket-panel.tsx',
    find: 'flex animate-untouched flex-col gap-1.5',
    replace: 'flex flex-col gap-1.5',
  },
  { file: 'src/ui/sheet.tsx', find: 'animate-untouched py-3', replace: 'py-3' },
]

interface Point {
  x: number
  y: number
}

interface Sent {
  path: string
  key: string
  /** Which tap of its burst sent it, counted from 1; 0: none did. */
  nth: number
  /** The burst was aimed at the button that sent it, and what was sent in it before was refused. */
  meant: boolean
  /** What each tap of the burst came down on. */
  hits: readonly string[]
}

const slipText = ({ path, nth, hits }: Sent): string =>
  `${path} was sent by tap ${nth} of a burst on ${hits.map((hit) => `"${hit}"`).join(', ')}`

/** What a page knows of the burst that is under way. */
interface Burst {
  nth: number
  /** What the first tap came down on. */
  aim: Element | null
  sent: boolean
  hits: string[]
  /** When the tap before came down. */
  at: number
}

/**
 * In the page: notes for each command that moves money by which tap it was sent. A tap that comes later than `lookMs`
 * after the one before, because the machine stood still, is as good as a first one: there was time to look.
 */
function watchTaps(lookMs: number): void {
  const sent: Sent[] = []
  const burst: Burst = { nth: 0, aim: null, sent: false, hits: [], at: 0 }
  Object.assign(globalThis, { thumbBurst: burst, thumbSent: sent })
  let down: Element | null = null
  const plain = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const key = request.headers.get('Idempotency-Key')
    const { pathname } = new URL(request.url)
    if (key !== null && !pathname.startsWith('/api/support')) {
      const meant = burst.nth > 0 && down === burst.aim && !burst.sent
      sent.push({ path: pathname, key, nth: burst.nth, meant, hits: [...burst.hits] })
      burst.sent = true
      const answer = await plain(request)
      burst.sent = answer.ok
      return answer
    }
    return plain(request)
  }
  addEventListener(
    'pointerdown',
    ({ target, timeStamp }) => {
      down = target instanceof Element ? target.closest('button, a, [role]') : null
      const waited = timeStamp - burst.at
      if (burst.nth === 1 || waited > lookMs) Object.assign(burst, { aim: down, sent: false })
      const on = down?.textContent.replace(/\s+/g, ' ').slice(0, 30) ?? ''
      burst.hits.push(burst.nth === 1 ? on : `${on}, ${Math.round(waited)} ms later`)
      burst.at = timeStamp
    },
    true,
  )
}

/** In the page: from now on tap `nth` is meant; 0: the burst is over. */
function beginTap(nth: number): void {
  const burst: Burst | undefined = Reflect.get(globalThis, 'thumbBurst')
  if (burst !== undefined)
    Object.assign(burst, nth === 1 ? { nth, aim: null, sent: false, hits: [] } : { nth })
}

/**
 * The middle of everything that can be tapped, on top of the page, without what ends the session or trading.
 * `least`: only what is as wide as this, as the buttons are that lead on.
 */
function targets(least: number): Point[] {
  const top =
    document.querySelector('[role=alertdialog]') ??
    [...document.querySelectorAll('[role=dialog]')].at(-1)
  const all = [
    ...(top ?? document).querySelectorAll(
      'button, a[href], [role=radio], [role=tab], [role=switch]',
    ),
  ]
  return all.flatMap((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const middle = { x: x + width / 2, y: y + height / 2 }
    const seen =
      width > least &&
      middle.y > 0 &&
      middle.y < innerHeight &&
      middle.x > 0 &&
      middle.x < innerWidth
    return seen && !/log out|clear cache|break|exclu/i.test(element.textContent) ? [middle] : []
  })
}

class Thumb {
  readonly #context: FaultContext
  readonly #chance: Chance
  readonly #server: ClockedServer
  readonly #user: ReadyUser
  readonly #tabs: Page[]
  #page: Page
  #offline = false
  delayMs = 0
  readonly #known = new Set<string>()
  /** Money commands that no tap was meant for. */
  readonly slips: Sent[] = []
  sent = 0
  steps = 0

  constructor(parts: {
    context: FaultContext
    server: ClockedServer
    user: ReadyUser
    tabs: [Page, Page]
  }) {
    this.#context = parts.context
    this.#chance = chanceOf(parts.context.seed)
    this.#server = parts.server
    this.#user = parts.user
    this.#tabs = parts.tabs
    this.#page = parts.tabs[0]
  }

  #of<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.#chance() * list.length)]
  }

  async #point(): Promise<Point> {
    const { width = 390, height = 700 } = this.#page.viewportSize() ?? {}
    const where = this.#chance()
    const anywhere = { x: this.#chance() * width, y: this.#chance() * height }
    if (where < 0.25) return { ...anywhere, y: height - 20 - this.#chance() * 140 }
    if (where < 0.4) return anywhere
    return this.#of(await this.#page.evaluate(targets, 0)) ?? anywhere
  }

  async #collect(): Promise<void> {
    const sent = await this.#page.evaluate(
      (): Sent[] => Reflect.get(globalThis, 'thumbSent')?.splice(0) ?? [],
    )
    for (const one of sent) {
      // The same key again is the same decision.
      if (this.#known.has(one.key)) continue
      this.#known.add(one.key)
      this.sent += 1
      this.#context.count(`sent ${one.path}`)
      if (one.meant) this.#context.pass()
      else this.slips.push(one)
      if (!one.meant) this.#context.log(slipText(one))
    }
  }

  /** Several taps on one place: all of them are meant for what the first came down on. */
  async #burst(point?: Point): Promise<void> {
    const { x, y } = point ?? (await this.#point())
    const taps = 1 + Math.floor(this.#chance() ** 2 * BURST_MAX)
    const spacing = this.#of(SPACINGS_MS) ?? 0
    for (let nth = 1; nth <= taps; nth += 1) {
      await this.#page.evaluate(beginTap, nth)
      await this.#page.touchscreen.tap(x, y)
      this.steps += 1
      await pause(spacing)
    }
    await this.#collect()
    await this.#page.evaluate(beginTap, 0)
  }

  async #type(): Promise<void> {
    const field = this.#of(await this.#page.locator(FIELDS).all())
    if (field !== undefined) await this.#fill(field, this.#of(AMOUNTS) ?? '10')
  }

  async #fill(field: Locator, amount: string): Promise<void> {
    const secret = (await field.getAttribute('type')) === 'password'
    await field.fill(secret ? this.#user.tradingPassword : amount, { timeout: 500 })
  }

  /** What leads to a command: each time all fields, a moment to look, and a hasty thumb on a button that leads on. */
  async #decide(): Promise<void> {
    const before = this.sent
    for (let screens = 0; screens < SCREENS_MOST && this.sent === before; screens += 1) {
      await pause(LOOK_MS)
      for (const field of await this.#page.locator(FIELDS).all()) await this.#fill(field, '10')
      const point = this.#of(await this.#page.evaluate(targets, WIDE_PX))
      if (point !== undefined) await this.#burst(point)
    }
  }

  async #swipe(): Promise<void> {
    const { x, y } = await this.#point()
    await this.#page.mouse.move(x, y)
    await this.#page.mouse.wheel(0, (this.#chance() - 0.5) * 800)
  }

  async open(path = this.#of(PAGES) ?? PATHS.products): Promise<void> {
    await this.#page.goto(`${this.#server.url}/#${path}`)
  }

  async #act(): Promise<void> {
    const what = this.#chance()
    if (this.#offline && what < 0.1) return this.setOffline(false)
    if (what < 0.25) return this.#burst()
    if (what < 0.55) return this.#decide()
    this.steps += 1
    if (what < 0.62) return this.#type()
    if (what < 0.7) return this.#swipe()
    if (what < 0.78) await this.#page.goBack({ timeout: 2_000 })
    else if (what < 0.9) await this.open()
    else if (what < 0.93) {
      await this.#collect()
      if (!this.#offline) await this.#page.reload()
    } else if (what < 0.95) {
      this.#page = this.#of(this.#tabs) ?? this.#page
      await this.#page.bringToFront()
    } else if (what < 0.97) await this.setOffline(!this.#offline)
    else this.delayMs = this.#of(DELAYS_MS) ?? 0
  }

  async setOffline(offline: boolean): Promise<void> {
    this.#offline = offline
    await this.#page.context().setOffline(offline)
  }

  /** Also brings back what ended the session or left the app. */
  async step(): Promise<void> {
    // What a page refuses, a field that is gone for example, is no fault of the app's.
    await this.#act().catch(() => this.#context.count('refused touches'))
    const here = this.#page.url()
    if (here.startsWith(this.#server.url) && !/login|register|welcome/.test(here)) return
    if (!this.#offline) await logBackIn(this.#page.context(), this.#server, this.#user)
    await this.open().catch(() => undefined)
  }

  /** With the network back and all answers heard, every page agrees with the ledger after a reload. */
  async expectAgreement(): Promise<void> {
    const { check } = this.#context
    await this.setOffline(false)
    this.delayMs = 0
    await pause(3_000)
    for (const tab of this.#tabs) {
      this.#page = tab
      await this.#collect().catch(() => undefined)
    }
    await logBackIn(this.#page.context(), this.#server, this.#user)
    const books = booksOf(this.#server, this.#user.account)
    const [page] = this.#tabs
    if (page === undefined) return
    await page.goto('about:blank')
    await page.goto(`${this.#server.url}/#${PATHS.products}`)
    const available = page.getByRole('status', { name: 'Available balance' })
    let shown = ''
    let cash = ''
    for (const end = performance.now() + ANSWERED_MS; performance.now() < end; await pause(100)) {
      cash = written(await books.balance('cash'))
      shown = await available.innerText({ timeout: 5_000 }).catch(() => '')
      if (shown.includes(cash)) break
    }
    check(shown.includes(cash), `the page shows ${shown}, the ledger has ${cash}`)
    const [row] = await this.#server.ask<{ n: number }>(
      `select (select count(*) from orders o where o.user_id = u.id)::int
         + (select count(*) from deposits d where d.user_id = u.id)::int
         + (select count(*) from withdrawals w where w.user_id = u.id)::int as n
       from users u where u.account = $1`,
      [this.#user.account],
    )
    const done = row?.n ?? Number.NaN
    check(done <= this.sent, `${done} orders, deposits and withdrawals of ${this.sent} commands`)
    check((await this.#server.ask('select * from ledger_faults')).length === 0, 'ledger_faults')
    await this.open().catch(() => undefined)
  }
}

async function logBackIn(
  context: BrowserContext,
  server: ClockedServer,
  user: ReadyUser,
): Promise<void> {
  const { cookie } = await logInBeside(server, user)
  await context.addCookies([{ ...cookie, url: server.url }])
}

interface Walk {
  slips: readonly Sent[]
  sent: number
}

/** `appFolder`: from where the app is served. */
async function walk(context: FaultContext, appFolder: string, steps: number): Promise<Walk> {
  const server = await startClockedServer({ at: AT, env: { APP_FOLDER: appFolder } })
  const browser = await chromium.launch(config.use?.launchOptions ?? {})
  try {
    const user = await signUp(server, { verified: true, payout: true })
    const device = await browser.newContext({
      viewport: { width: 390, height: 700 },
      hasTouch: true,
      isMobile: true,
      locale: 'en-GB',
      serviceWorkers: 'block',
    })
    await device.addInitScript(watchTaps, LOOK_MS)
    await device.addInitScript(() => {
      if (origin === 'null') return
      localStorage.setItem('language', 'en')
      localStorage.setItem('token', 'known')
    })
    await logBackIn(device, server, user)
    const tabs: [Page, Page] = [await device.newPage(), await device.newPage()]
    device.on('page', (page) => void page.close())
    const thumb = new Thumb({ context, server, user, tabs })
    await device.route('**/api/**', async (route) => {
      if (route.request().method() === 'POST') await pause(thumb.delayMs)
      await route.continue().catch(() => undefined)
    })
    await tabs[1].goto(`${server.url}/#${PATHS.products}`)
    await tabs[0].bringToFront()
    await thumb.open(PAGES[0])
    for (let checked = 0; thumb.steps < steps; ) {
      await thumb.step()
      if (thumb.steps - checked < CHECK_EVERY) continue
      checked = thumb.steps
      await thumb.expectAgreement()
      context.log(`${thumb.steps} steps, ${thumb.sent} commands, ${thumb.slips.length} slips`)
    }
    await thumb.expectAgreement()
    context.count('steps', thumb.steps)
    return thumb
  } finally {
    await browser.close()
    await server.stop()
  }
}

export async function run(context: FaultContext): Promise<void> {
  const { check, fail, scale } = context
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: ROOT, stdio: 'ignore' })
  const { slips, sent } = await walk(context, join(ROOT, 'dist'), STEPS[scale])
  for (const slip of slips) fail(slipText(slip))
  check(sent > 0, 'no command was sent at all')

  const copy = new PlantedCopy()
  try {
    const faults = UNFIXED.map(
      (one, i) => ({ id: `${i}`, area: 'client', loses: '', ...one }) as const,
    )
    const found = await copy.planted(faults, async () => {
      if ((await copy.build({ env: {} })) !== null) throw new Error('the copy does not build')
      const quiet = { ...context, pass: () => undefined, check: () => undefined }
      return walk(quiet, join(copy.folder, 'dist'), CONTROL_STEPS)
    })
    check(found.slips.length > 0, 'the copy without the fix is not caught')
    context.count('slips of the copy without the fix', found.slips.length)
  } finally {
    copy.remove()
  }
}
