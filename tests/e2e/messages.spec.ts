import { PATHS } from '#lib/paths.ts'
import { PRACTICE_REVIEW } from '#rules/practice-review.ts'
import { expect, logInAs, test } from './support/fixtures.ts'

test('a message arrives live, is counted everywhere, read by looking at it, and leads to its deposit', async ({
  page,
  browser,
  phone,
  user,
  server,
}) => {
  const tab = page.getByRole('link', { name: /^Me|unread/ }).last()
  const unread = async (count: number): Promise<void> => {
    const title = count === 0 ? /^Personal centre/ : new RegExp(`^\\(${count}\\) `)
    await expect(page).toHaveTitle(title)
    if (count === 0) await expect(tab).not.toContainText('unread')
    else await expect(tab).toContainText(new RegExp(`${count} unread message`))
  }
  await phone.open(PATHS.user)
  // Registration brought the first one.
  await unread(1)
  await user.caller.post('/deposits', { method: 'bank_transfer', amount: '40.13', proof: null })
  await server.play(PRACTICE_REVIEW.deposit.decidedMs)
  await unread(2)

  const context = await browser.newContext()
  const tablet = await context.newPage()
  await logInAs(tablet, server, user.caller)
  await tablet.goto(`${server.url}/#${PATHS.messages}`)
  await expect(tablet.getByRole('listitem')).toHaveCount(2)
  const newest = tablet.getByRole('listitem').first()
  await expect(newest).toContainText('Deposit rejected')
  await expect(newest).toContainText('Just now')
  // On the tablet's screen for a second: read on the phone too.
  await expect(tablet.getByText('All read')).toBeVisible()
  await expect(tablet.getByRole('listitem').filter({ hasText: /Unread/ })).toHaveCount(0)
  await unread(0)
  await newest.getByRole('link').click()
  await expect(tablet.getByRole('dialog')).toContainText('40.13')
  await context.close()
})
