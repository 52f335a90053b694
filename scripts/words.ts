/**
 * Counts the English words that a new user passes on a phone: `node scripts/words.ts` walks the built app from the
 * welcome page to the first settled order, and from there to the first deposit, and prints the words of each screen.
 * Every visible text of the page counts, also what is further down. A text that stays from one step of a screen to
 * the next counts once, and so does a figure that only changes. The second number is of the words in texts of at least
 * four: what is to be read, and not a label, a name or a figure.
 */
import { chromium, expect as within5s, type Locator, type Page } from '@playwright/test'
import { PATHS } from '#lib/paths.ts'
import { HANG_MS } from '#support/until.ts'
import { CHROMIUM_FLAGS, CHROMIUM_PATH } from '../tests/e2e/support/chromium.ts'
import { type ClockedServer, startClockedServer } from '../tests/e2e/support/clocked.ts'
import { BEGIN } from '../tests/e2e/support/fixtures.ts'
import { Phone, person } from '../tests/e2e/support/phone.ts'
import { say } from '../tests/e2e/support/words.ts'

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const PRODUCT = 'BTCUSDT'
const STAKE = '10'
const DURATION = /^30 s/
const DURATION_MS = 31_000

/** From so many words on, a text is to be read. */
const TO_READ = 4

const expect = within5s.configure({ timeout: HANG_MS })
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })
const wordsOf = (text: string): number =>
  [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).length

/** The visible texts of an element, without those for screen readers alone. */
const textsOf = (part: Locator): Promise<string[]> =>
  part.evaluate((root) => {
    const isSeen = (element: Element | null): boolean => {
      if (element === null) return false
      const options = { visibilityProperty: true, opacityProperty: true }
      // What waits above the page, such as the links for the keyboard.
      const isAbove = element.getBoundingClientRect().bottom + scrollY <= 0
      return !isAbove && element.checkVisibility(options) && element.closest('.sr-only') === null
    }
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    while (walker.nextNode() !== null) {
      const text = walker.currentNode.nodeValue?.trim() ?? ''
      if (text !== '' && isSeen(walker.currentNode.parentElement)) texts.push(text)
    }
    return texts
  })

const line = (words: number, toRead: number, what: string): void =>
  console.log(`${String(words).padStart(5)} ${String(toRead).padStart(5)}  ${what}`)

/** What was seen on the way so far. */
class Reader {
  readonly #page: Page
  readonly #seen = new Map<string, Set<string>>()
  #words = 0
  #toRead = 0

  constructor(page: Page) {
    this.#page = page
  }

  /** Reads a screen, or the sheet above it. Steps of one screen have one name, followed by what distinguishes them. */
  async read(screen: string, step = ''): Promise<void> {
    const sheet = this.#page.getByRole('dialog').last()
    const part = (await sheet.isVisible()) ? sheet : this.#page.locator('body')
    const known = this.#seen.get(screen) ?? new Set<string>()
    this.#seen.set(screen, known)
    let [words, toRead] = [0, 0]
    for (const text of await textsOf(part)) {
      const kind = text.replace(/\d+/g, '0')
      const more = known.has(kind) ? 0 : wordsOf(text)
      known.add(kind)
      words += more
      if (more >= TO_READ) toRead += more
    }
    this.#words += words
    this.#toRead += toRead
    line(words, toRead, step === '' ? screen : `${screen}, ${step}`)
  }

  /** The words since the last total. */
  end(way: string): void {
    line(this.#words, this.#toRead, `in all, ${way}`)
    this.#words = 0
    this.#toRead = 0
  }
}

async function firstOrder(phone: Phone, server: ClockedServer, reader: Reader): Promise<void> {
  const { page } = phone
  const sheet = page.getByRole('dialog')
  await phone.open('/')
  await expect(page.getByRole('link', { name: say('identity:welcome.enter') })).toBeVisible()
  await reader.read('welcome')
  await page.getByRole('link', { name: say('identity:welcome.enter') }).click()
  await phone.price()
  await reader.read('products')
  await phone.openProduct(PRODUCT)
  await phone.expectPriceToChange()
  await reader.read('product')
  await page.getByRole('button', { name: /^Up/ }).first().click()
  await expect(sheet.getByRole('button', { name: say('access:guest.try') })).toBeVisible()
  await reader.read('guest')
  await sheet.getByRole('button', { name: say('access:guest.try') }).click()
  await expect(sheet.getByLabel(say('ticket:amount'), { exact: true })).toBeVisible()
  await reader.read('ticket')
  await passGuide(sheet, reader)
  await sheet.getByLabel(say('ticket:amount'), { exact: true }).fill(STAKE)
  await sheet.getByRole('radio', { name: DURATION }).click()
  await reader.read('ticket', 'filled in')
  await phone.send(sheet.getByRole('button', { name: /^Up/ }))
  await expect(sheet).toBeHidden()
  await reader.read('product', 'order running')
  await phone.seeResult(() => server.play(DURATION_MS))
  await reader.read('product', 'order settled')
}

/** The guide of the first ticket, as long as there is one. */
async function passGuide(sheet: Locator, reader: Reader): Promise<void> {
  const next = sheet.getByRole('button', { name: say('common:next'), exact: true })
  for (let step = 2; await next.isVisible(); step += 1) {
    await next.click()
    await reader.read('ticket', `step ${step} of the guide`)
  }
  const done = sheet.getByRole('button', { name: say('ticket:guide.done'), exact: true })
  if (await done.isVisible()) await done.click()
}

async function firstDeposit(phone: Phone, url: string, reader: Reader): Promise<void> {
  const { page } = phone
  const who = person('words_1')
  await page.goto(`${url}/#${PATHS.user}`)
  const register = page.getByRole('link', { name: say('access:me.register') })
  await expect(register).toBeVisible()
  await reader.read('me, as a guest')
  await register.click()
  await expect(page.getByLabel(say('identity:phone.label'))).toBeVisible()
  await reader.read('registration, step 1')
  // The second step is read while it is filled in.
  const terms = page.getByRole('checkbox')
  const filled = phone.fillRegistration(who)
  await expect(terms).toBeVisible()
  await reader.read('registration, step 2')
  await filled
  await reader.read('log-in')
  await phone.logIn(who.account, who.password)
  await phone.price()
  await reader.read('products, logged in')
  await page.goto(`${url}/#${PATHS.home}`)
  const deposit = page.getByRole('button', { name: say('home:hero.deposit') })
  await expect(deposit).toBeVisible()
  await reader.read('home')
  await deposit.click()
  const sheet = page.getByRole('dialog')
  const amount = sheet.getByLabel(say('cashier:amount.label'), { exact: true })
  await expect(amount).toBeVisible()
  await reader.read('deposit')
  await amount.fill('100')
  await sheet.locator('button[type=submit]').click()
  await expect(page.getByText(say('cashier:deposit.accepted')).first()).toBeVisible()
  await expect(sheet).toBeHidden()
}

const browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: CHROMIUM_FLAGS })
const server = await startClockedServer({ at: BEGIN })
try {
  const context = await browser.newContext({
    ...PHONE,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  const phone = new Phone(page, server)
  const reader = new Reader(page)
  await firstOrder(phone, server, reader)
  reader.end('from the welcome page to the first settled order')
  await firstDeposit(phone, server.url, reader)
  reader.end('from there to the first deposit')
} finally {
  await browser.close()
  await server.stop()
}
