import type { Page } from '@playwright/test'
import { z } from 'zod'
import { PATHS } from '#lib/paths.ts'
import { makePhoto } from '#support/photos.ts'
import { Chat } from './support/chat.ts'
import type { ClockedServer } from './support/clocked.ts'
import { expect, test } from './support/fixtures.ts'
import { say } from './support/words.ts'

test('what is typed before the server has said whose the session is, is kept', async ({
  page,
  phone,
}) => {
  const chat = new Chat(page)
  await page.route('**/api/me', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await route.continue()
  })
  await phone.open(PATHS.support)
  const heard = page.waitForResponse('**/api/me')
  await chat.field.fill('Typed at once')
  await heard
  await page.waitForFunction(() => localStorage.getItem('userInfo') !== null)
  await expect(chat.field).toHaveValue('Typed at once')
})

test('what is written without a line is kept over a reload and sent once', async ({
  page,
  phone,
  server,
}) => {
  const chat = new Chat(page)
  const counted = async (text: string): Promise<number> =>
    (await server.ask('select 1 from support_messages where text = $1', [text])).length
  const unsent = page.getByText(say('support:state.unsent'))
  await phone.open(PATHS.support)
  await expect(chat.field).toBeVisible()
  // First the server does its work and the answer is lost, then nothing gets through.
  let line: 'loses' | 'refuses' | 'works' = 'loses'
  await page.route('**/api/support/messages', async (route) => {
    if (line === 'works') return route.continue()
    if (line === 'loses') await route.fetch()
    await route.abort('connectionreset')
  })
  await chat.write('Only once, please')
  await expect.poll(() => counted('Only once, please')).toBe(1)
  await expect(chat.log.getByText('Only once, please')).toHaveCount(1)
  line = 'refuses'
  await chat.write('After the tunnel')
  await expect(unsent.first()).toBeVisible()
  await page.reload()
  await expect(chat.log.getByText('After the tunnel')).toBeVisible()
  await expect(unsent.first()).toBeVisible()
  line = 'works'
  const retry = page.getByRole('button', { name: say('support:retry') })
  await retry.first().click()
  await expect(unsent).toHaveCount(0)
  await expect.poll(() => counted('After the tunnel')).toBe(1)
  expect(await counted('Only once, please')).toBe(1)
  await expect(chat.log.getByText('After the tunnel')).toHaveCount(1)
})

test('a picture and a deposit are sent along, and lead to where they belong', async ({
  page,
  phone,
  user,
}) => {
  const chat = new Chat(page)
  const made = z.object({ deposit: z.object({ id: z.string() }) })
  const body = { method: 'bank_transfer', amount: '120.00', proof: null }
  const { id } = made.parse(await user.caller.post('/deposits', body)).deposit
  await phone.open(`${PATHS.deposits}?id=${id}`)
  await page.getByRole('link', { name: say('cashier:ask') }).click()
  await expect(page.getByText(say('support:about.hint'))).toBeVisible()
  const picture = { name: 'slip.jpg', mimeType: 'image/jpeg', buffer: await makePhoto() }
  await page.locator('input[type=file]').setInputFiles(picture)
  await expect(page.getByAltText(say('support:picture.mine'))).toBeVisible()
  await expect(page.getByText(say('support:picture.uploading'))).toHaveCount(0)
  await chat.write('I paid this')
  const author = say('support:author.user')
  const sent = chat.log.getByAltText(say('support:picture.of', { who: author }))
  await expect(sent).toBeVisible()
  await expect.poll(() => sent.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(640)
  await chat.log.getByRole('link', { name: say('support:about.deposit', { id }) }).click()
  await expect(page.getByRole('dialog')).toContainText(id)
})

/** A long conversation, all of it written by the user a minute ago. */
const writeMany = (server: ClockedServer, account: string, count: number): Promise<unknown> =>
  server.ask(
    `with written as (
       insert into support_messages (user_id, author, text, sent_at, intent_key)
       select u.id, 'user', 'Word ' || n || ' of ' || $1, $3::bigint - 60000, gen_random_uuid()
       from users u, generate_series(1, $1::int) n where u.account = $2 order by n
       returning id, user_id)
     insert into support_threads (user_id, last_id) select user_id, max(id) from written group by user_id
     on conflict (user_id) do update set last_id = excluded.last_id`,
    [count, account, server.now()],
  )
/** Scrolls up to where older words are fetched; returns where a text is in the window before they come. */
const placeAtTop = (page: Page, text: string): Promise<number> =>
  page.getByText(text, { exact: true }).evaluate(async (words) => {
    // What came before has been laid out, and its place kept.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    scrollTo({ top: 1 })
    return words.getBoundingClientRect().top
  })
const placeOf = (page: Page, text: string): Promise<number> =>
  page.getByText(text, { exact: true }).evaluate((words) => words.getBoundingClientRect().top)

test('older words come above without moving what is read, and the keyboard hides neither words nor field', async ({
  page,
  phone,
  user,
  server,
}) => {
  await writeMany(server, user.account, 130)
  await page.setViewportSize({ width: 320, height: 640 })
  await phone.open(PATHS.support)
  const last = page.getByText('Word 130 of 130', { exact: true })
  await expect(last).toBeInViewport()
  // The first page of older words, then the last.
  for (const [first, older] of [
    ['Word 81 of 130', 'Word 31 of 130'],
    ['Word 31 of 130', 'Word 1 of 130'],
  ] as const) {
    const before = await placeAtTop(page, first)
    await expect(page.getByText(older, { exact: true })).toBeAttached()
    const moved = async () => Math.abs((await placeOf(page, first)) - before)
    await expect.poll(moved).toBeLessThan(2)
  }
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight }))
  await expect(last).toBeInViewport()
  const { field } = new Chat(page)
  await field.click()
  // A keyboard that takes its place from the page.
  await page.setViewportSize({ width: 320, height: 340 })
  await expect(last).toBeInViewport({ ratio: 1 })
  await expect(field).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(last).toBeInViewport({ ratio: 1 })
})
