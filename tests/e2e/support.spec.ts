import { expect, type Page, test } from '@playwright/test'
import { PATHS } from '#lib/paths.ts'
import { makePhoto } from '#support/photos.ts'
import { type Desk, operatorAt } from './support/desk.ts'
import { type Caller, newcomer } from './support/ready-user.ts'
import { type RunningServer, startServer } from './support/server.ts'
import { say } from './support/words.ts'

let server: RunningServer
let caller: Caller
let ann: Desk

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000)
  server = await startServer({ PRACTICE_REVIEWER: 'off' })
  caller = await newcomer(server, 'asking_1')
  ann = await operatorAt(browser, server, 'desk-ann')
})
test.afterAll(() => server.stop())

test.beforeEach(async ({ page }) => {
  await page.context().addCookies([{ ...caller.cookie, url: server.url }])
  await page.addInitScript(() => {
    localStorage.setItem('language', 'en')
    localStorage.setItem('token', 'known')
    localStorage.setItem('userInfo', JSON.stringify({ account: 'asking_1', nickname: 'asking_1' }))
  })
})

const log = (page: Page) => page.getByRole('log')
const field = (page: Page) => page.getByLabel(say('support:write'))
async function write(page: Page, words: string): Promise<void> {
  await field(page).fill(words)
  await page.getByRole('button', { name: say('support:send'), exact: true }).click()
}
const counted = async (text: string): Promise<number> => {
  const [row] = await server.ask<{ n: string }>(
    'select count(*) as n from support_messages where text = $1',
    [text],
  )
  return Number(row?.n)
}

test('a frequent question is answered at once, and a free word by an operator, live on both sides', async ({
  page,
}) => {
  await page.goto(`${server.url}/#${PATHS.support}`)
  await page.getByRole('button', { name: say('support:question.withdrawal') }).click()
  await expect(log(page)).toContainText(say('support:answer.withdrawal'))
  await expect(log(page).getByText(say('support:automatic'))).toBeVisible()

  await write(page, 'Where is my money?')
  await expect(log(page)).toContainText(say('support:answer.person_later'))
  await ann.page.goto(`${server.url}/desk.html#/support`)
  const list = ann.page.getByRole('region', { name: say('desk:tabs.support') })
  await expect(log(page).getByText(say('support:state.delivered'))).not.toHaveCount(0)
  await list.getByRole('button').filter({ hasText: 'asking_1' }).click()
  const article = ann.page.getByRole('article')
  await expect(article).toContainText('Where is my money?')
  await expect(log(page).getByText(say('support:state.read'))).not.toHaveCount(0)

  await article.getByLabel(say('desk:support.answer')).pressSequentially('One moment', { delay: 5 })
  await expect(page.getByText(say('support:typing'))).toBeVisible()
  await article.getByRole('button', { name: say('desk:support.send'), exact: true }).click()
  await expect(log(page)).toContainText('One moment')
  await expect(page.getByText(say('support:typing'))).toBeHidden()
  await expect(list.getByRole('button').filter({ hasText: 'asking_1' })).toHaveCount(0)
  await expect(article.getByText(say('support:state.read'), { exact: true })).toBeVisible()

  await field(page).pressSequentially('Thank', { delay: 5 })
  await expect(article.getByText(say('desk:support.typing'))).toBeVisible()
  await page.reload()
  await expect(field(page)).toHaveValue('Thank')
  await field(page).fill('')
})

test('what is written without a line is kept over a reload and sent once', async ({ page }) => {
  await page.goto(`${server.url}/#${PATHS.support}`)
  await expect(field(page)).toBeVisible()
  // First the server does what it is asked and its answer is lost, then nothing gets through.
  let line: 'loses' | 'refuses' | 'works' = 'loses'
  await page.route('**/api/support/messages', async (route) => {
    if (line === 'works') return route.continue()
    if (line === 'loses') await route.fetch()
    await route.abort('connectionreset')
  })
  await write(page, 'Only once, please')
  await expect.poll(() => counted('Only once, please')).toBe(1)
  await expect(log(page).getByText('Only once, please')).toHaveCount(1)
  line = 'refuses'
  await write(page, 'After the tunnel')
  await expect(page.getByText(say('support:state.unsent')).first()).toBeVisible()
  await page.reload()
  await expect(log(page).getByText('After the tunnel')).toBeVisible()
  await expect(page.getByText(say('support:state.unsent')).first()).toBeVisible()
  line = 'works'
  await page
    .getByRole('button', { name: say('support:retry') })
    .first()
    .click()
  await expect(page.getByText(say('support:state.unsent'))).toHaveCount(0)
  await expect.poll(() => counted('After the tunnel')).toBe(1)
  expect(await counted('Only once, please')).toBe(1)
  await expect(log(page).getByText('After the tunnel')).toHaveCount(1)
})

test('a picture and a deposit are sent along, and lead to where they belong', async ({ page }) => {
  await page.goto(`${server.url}/#${PATHS.deposits}`)
  const { id } = await deposit()
  await page.goto(`${server.url}/#${PATHS.deposits}?id=${id}`)
  await page.getByRole('link', { name: say('cashier:ask') }).click()
  await expect(page.getByText(say('support:about.hint'))).toBeVisible()
  const picture = { name: 'slip.jpg', mimeType: 'image/jpeg', buffer: await makePhoto() }
  await page.locator('input[type=file]').setInputFiles(picture)
  await expect(page.getByAltText(say('support:picture.mine'))).toBeVisible()
  await expect(page.getByText(say('support:picture.uploading'))).toHaveCount(0)
  await write(page, 'I paid this')
  const sent = log(page).getByAltText(
    say('support:picture.of', { who: say('support:author.user') }),
  )
  await expect(sent).toBeVisible()
  await expect.poll(() => sent.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(640)
  await log(page)
    .getByRole('link', { name: say('support:about.deposit', { id }) })
    .click()
  await expect(page.getByRole('dialog')).toContainText(id)
})

/** `count` words of the user's, all said before. */
async function said(count: number): Promise<void> {
  await server.ask(
    `with told as (
       insert into support_messages (user_id, author, text, sent_at, intent_key)
       select u.id, 'user', 'Word ' || n || ' of ' || $1, extract(epoch from now()) * 1000 - 60000,
         gen_random_uuid()
       from users u, generate_series(1, $1::int) n where u.account = 'asking_1' order by n
       returning id, user_id)
     insert into support_threads (user_id, last_id) select user_id, max(id) from told group by user_id
     on conflict (user_id) do update set last_id = excluded.last_id`,
    [count],
  )
}
/** Scrolls up to where older words are fetched, and answers where a text stands in the window before they come. */
const placeAtTop = (page: Page, text: string): Promise<number> =>
  page.getByText(text, { exact: true }).evaluate((words) => {
    scrollTo({ top: 1 })
    return words.getBoundingClientRect().top
  })
const placeOf = (page: Page, text: string): Promise<number> =>
  page.getByText(text, { exact: true }).evaluate((words) => words.getBoundingClientRect().top)

test('older words come above without moving what is read, and the keyboard hides neither words nor field', async ({
  page,
}) => {
  await said(130)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`${server.url}/#${PATHS.support}`)
  await expect(page.getByText('Word 130 of 130', { exact: true })).toBeInViewport()
  // The first page of older words, then the last.
  for (const [first, older] of [
    ['Word 81 of 130', 'Word 31 of 130'],
    ['Word 31 of 130', 'Word 1 of 130'],
  ] as const) {
    const before = await placeAtTop(page, first)
    await expect(page.getByText(older, { exact: true })).toBeAttached()
    expect(Math.abs((await placeOf(page, first)) - before)).toBeLessThan(2)
  }
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight }))
  const last = page.getByText('Word 130 of 130', { exact: true })
  await expect(last).toBeInViewport()
  await field(page).click()
  // A keyboard that takes its place from the page.
  await page.setViewportSize({ width: 320, height: 340 })
  await expect(last).toBeInViewport({ ratio: 1 })
  await expect(field(page)).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(last).toBeInViewport({ ratio: 1 })
})

async function deposit(): Promise<{ id: string }> {
  const answer = await fetch(`${server.url}/api/deposits`, {
    method: 'POST',
    headers: {
      cookie: `${caller.cookie.name}=${caller.cookie.value}`,
      origin: server.url,
      'content-type': 'application/json',
      'idempotency-key': 'a-deposit-to-ask-about',
    },
    body: JSON.stringify({ method: 'bank_transfer', amount: '120.00', proof: null }),
  })
  const { deposit: made } = (await answer.json()) as { deposit: { id: string } }
  return made
}
