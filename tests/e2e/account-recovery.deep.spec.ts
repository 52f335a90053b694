import type { Browser, BrowserContext, Page } from '@playwright/test'
import { PATHS } from '#lib/paths.ts'
import { recoveryPath } from '#lib/recovery-path.ts'
import { type Desk, operatorAt } from './support/desk.ts'
import { type AppServer, expect, logInAs, test } from './support/fixtures.ts'
import { looksOf } from './support/looks.ts'
import { documentPhoto } from './support/photos.ts'
import type { ReadyUser } from './support/ready-user.ts'
import { axeFaults, shapeFaults } from './support/screen-faults.ts'
import { speech } from './support/words.ts'

const NEW_PASSWORD = 'a-quite-new-mule-at-9'
const WAIT_MS = 48 * 3_600_000
const PHONE = { width: 320, height: 640 }
const DESK = { width: 1_280, height: 800 }
const [DE, TH, EN, ZH] = [
  { language: 'de', size: PHONE },
  { language: 'th', size: PHONE },
  { language: 'en', size: DESK },
  { language: 'zh-CN', size: DESK },
] as const
const WORD = 'amber-mule'

test.use({ progress: { verified: true } })
test.describe.configure({ mode: 'default' })

/** Someone who cannot log in, in a browser without a session. */
class Asker {
  readonly page: Page
  /** Which of several requests the pictures are of. */
  part = ''
  readonly #server: AppServer
  readonly #language: string
  readonly #say: ReturnType<typeof speech>

  constructor(page: Page, server: AppServer, language: string) {
    this.page = page
    this.#server = server
    this.#language = language
    this.#say = speech(language)
  }

  async #click(key: string, role: 'button' | 'link' = 'button'): Promise<void> {
    await this.page.getByRole(role, { name: this.#say(key), exact: true }).click()
  }

  /** The screen has room for its texts, and no fault that axe finds. */
  async look(name: string): Promise<void> {
    const { page } = this
    const folder = process.env['PICTURES']
    if (folder !== undefined)
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme })
        const path = `${folder}/${this.#language}-${this.part}${name}-${colorScheme}.png`
        await page.screenshot({ path, fullPage: true })
      }
    expect(await shapeFaults(page)).toEqual([])
    expect(await axeFaults(page)).toEqual([])
  }

  /** From the log-in page to the code that is shown once. */
  async ask(account: string): Promise<string> {
    const { page } = this
    const say = this.#say
    await page.goto(`${this.#server.url}/#${PATHS.login}`)
    await this.#click('access:forgot.link')
    await this.look('forgot')
    await this.#click('access:forgot.recover', 'link')
    // Until the page is loaded, the log-in is there, whose field has the same label.
    await expect(page.getByText(say('recovery:ask.lead'))).toBeVisible()
    await page.getByLabel(say('identity:account.label'), { exact: true }).fill(account)
    await this.look('ask')
    await this.#click('recovery:ask.submit')
    for (const picture of ['document', 'face'] as const) {
      const group = page.getByRole('group', { name: say(`recovery:pictures.${picture}`) })
      const photo = await documentPhoto(picture, account)
      await group.locator('input[type=file]').last().setInputFiles(photo)
      await expect(group.getByText(say('recovery:pictures.kept'), { exact: true })).toBeVisible()
    }
    await this.look('pictures')
    await this.#click('recovery:pictures.submit')
    const shown = page.getByRole('group', { name: say('recovery:follow.code') })
    await expect(shown).toHaveText(/^(?:[0-9A-Z]{4}-){5}[0-9A-Z]{4}$/)
    const code = (await shown.textContent()) ?? ''
    await page.getByRole('checkbox', { name: say('recovery:code.kept') }).check()
    await this.look('code')
    await this.#click('recovery:code.next')
    await this.expectState('review')
    return code
  }

  async expectState(state: string): Promise<void> {
    const { page } = this
    const refresh = page.getByRole('button', { name: this.#say('recovery:follow.refresh') })
    if (await refresh.isVisible()) await refresh.click()
    await expect(page.locator(`[data-recovery=${state}]`)).toBeVisible()
    await this.look(state)
  }

  /** In a page of its own, by the code that the user kept. */
  async follow(code: string): Promise<void> {
    const { page } = this
    await page.goto(`${this.#server.url}/#${recoveryPath('follow')}`)
    await page.reload()
    await page.getByLabel(this.#say('recovery:follow.code')).fill(code.toLowerCase())
    await this.#click('recovery:follow.submit')
  }

  async setPassword(): Promise<void> {
    const { page } = this
    const say = this.#say
    const field = (name: string) =>
      page.getByLabel(say(`security:password.login.${name}`), { exact: true })
    // After the clock was moved, the server waits for a price of the new time.
    await expect(async () => {
      await this.#click('recovery:open.submit')
      await expect(field('newPassword')).toBeVisible({ timeout: 3_000 })
    }).toPass()
    await field('newPassword').fill(NEW_PASSWORD)
    await field('again').fill(NEW_PASSWORD)
    await this.look('complete')
    await this.#click('recovery:complete.login_password')
    await expect(page.locator('[data-recovery=done]')).toBeVisible()
  }

  async logIn(account: string): Promise<void> {
    const { page } = this
    const say = this.#say
    await this.#click('recovery:logIn', 'link')
    await page.getByLabel(say('identity:account.label'), { exact: true }).fill(account)
    await page.getByLabel(say('identity:password.label'), { exact: true }).fill(NEW_PASSWORD)
    await this.#click('common:logIn')
    await expect(page).toHaveURL(new RegExp(`${PATHS.products}$`))
  }
}

async function askerAt(
  browser: Browser,
  server: AppServer,
  { language, size }: { language: string; size: typeof PHONE },
): Promise<{ asker: Asker; context: BrowserContext }> {
  const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce' })
  await context.addInitScript((code) => localStorage.setItem('language', code), language)
  return { asker: new Asker(await context.newPage(), server, language), context }
}

/** Looks at the verified photo, for which a reason is written, and at both new pictures, and approves. */
async function approve(desk: Desk, account: string): Promise<void> {
  const say = speech('en')
  const article = await desk.open('recoveries', account)
  const front = article.getByRole('form', { name: say('desk:photo.front') })
  await front.getByLabel(say('desk:rate.whyField')).fill('to compare the faces')
  await front.getByRole('button', { name: say('desk:photo.open') }).click()
  await expect(article.getByRole('img')).toHaveCount(3)
  const folder = process.env['PICTURES']
  if (folder !== undefined)
    await desk.page.screenshot({ path: `${folder}/desk-${account}.png`, fullPage: true })
  expect(await axeFaults(desk.page)).toEqual([])
  await desk.step('approve')
}

/** Each takes a minute or two. */
const recoveredIn = looksOf<typeof DE | typeof TH | typeof EN | typeof ZH>([DE], [TH, EN, ZH])
const vetoedIn = looksOf<typeof DE | typeof TH | typeof EN | typeof ZH>([ZH], [DE, TH, EN])
for (const [at, { language, size }] of recoveredIn.entries())
  test(`two operators and 48 hours later, a lost password is replaced: ${language}`, async ({
    browser,
    server,
    user,
  }) => {
    test.slow()
    const { asker, context } = await askerAt(browser, server, { language, size })
    const code = await asker.ask(user.account)
    for (const who of ['one', 'two']) {
      const desk = await operatorAt(browser, server, `recovery-${who}-${at}`)
      await approve(desk, user.account)
      await desk.page.context().close()
    }
    await asker.expectState('waiting')
    await server.moveTo(new Date(server.now() + WAIT_MS).toISOString())
    await asker.follow(code)
    await asker.expectState('ready')
    await asker.setPassword()
    await asker.look('done')
    await asker.logIn(user.account)
    await context.close()
  })

/** Two operators who have decided nothing yet. */
async function approveTwice(browser: Browser, server: AppServer, who: ReadyUser, names: string) {
  for (const each of ['ann', 'ben']) {
    const desk = await operatorAt(browser, server, `${each}-${names}`)
    await approve(desk, who.account)
    await desk.page.context().close()
  }
}

for (const [at, { language, size }] of vetoedIn.entries())
  test.describe(`an owner: ${language}`, () => {
    test.use({ viewport: size, isMobile: false, hasTouch: false })

    test('stops a recovery on a device, and the next one with the anti-phishing code', async ({
      browser,
      page,
      server,
      user,
    }) => {
      test.slow()
      const say = speech(language)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.addInitScript((code) => {
        if (origin !== 'null') localStorage.setItem('language', code)
      }, language)
      await logInAs(page, server, user.caller)
      await server.ask(
        `update users set safety_word = '${WORD}' where account = '${user.account}' returning id`,
      )
      const owner = new Asker(page, server, language)
      owner.part = 'owner-'
      const { asker, context } = await askerAt(browser, server, { language, size })

      asker.part = 'first-'
      await asker.ask(user.account)
      await approveTwice(browser, server, user, `veto-${at}`)
      await page.goto(`${server.url}/#${PATHS.home}`)
      const notice = page.getByRole('complementary', { name: say('recovery:own.title') })
      await expect(notice).toBeVisible()
      await owner.look('notice')
      await page.goto(`${server.url}/#${recoveryPath('own')}`)
      await expect(page.getByText(say('recovery:status.waiting'), { exact: true })).toBeVisible()
      await owner.look('own')
      await notice.getByRole('button', { name: say('recovery:own.veto') }).click()
      const sure = page.getByRole('alertdialog')
      await expect(sure).toBeVisible()
      await owner.look('sure')
      await sure.getByRole('button', { name: say('recovery:own.confirm') }).click()
      await expect(page).toHaveURL(new RegExp(PATHS.login))
      await expect(page.getByLabel(say('identity:account.label'), { exact: true })).toBeVisible()
      await owner.look('vetoed')
      await asker.expectState('ended')

      asker.part = 'second-'
      await asker.ask(user.account)
      await approveTwice(browser, server, user, `word-${at}`)
      await asker.expectState('waiting')
      await page.goto(`${server.url}/#${recoveryPath('veto')}`)
      await page.getByLabel(say('identity:account.label'), { exact: true }).fill(user.account)
      await page.getByLabel(say('recovery:word.label'), { exact: true }).fill(WORD)
      await owner.look('word')
      await page.getByRole('button', { name: say('recovery:word.submit') }).click()
      await expect(page.getByText(say('recovery:word.done'))).toBeVisible()
      await owner.look('word-done')
      await asker.expectState('ended')
      await context.close()
    })
  })
