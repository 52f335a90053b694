import { PATHS } from '#lib/paths.ts'
import { operatorAt } from './support/desk.ts'
import { expect, test } from './support/fixtures.ts'
import { say } from './support/words.ts'

const WORD = 'blue heron'

test('an announcement comes at once, marked with the safety word, and is read by looking at it', async ({
  page,
  browser,
  phone,
  user,
  server,
}) => {
  await phone.open(`${PATHS.settings}?open=safetyWord`)
  await page.getByLabel(say('messages:word.label')).fill(WORD)
  await page.getByRole('button', { name: say('messages:word.save') }).click()
  await expect(page.getByText(say('messages:word.saved'))).toBeVisible()
  await phone.open(PATHS.user)
  await expect(page.getByRole('link', { name: /Anti-phishing code/ })).toContainText(WORD)
  await expect(page).toHaveTitle(/^\(1\) /)

  const { page: desk } = await operatorAt(browser, server, 'anna')
  await desk.goto(`${server.url}/desk.html#/announcements`)
  await desk.getByRole('button', { name: say('desk:announce.write') }).click()
  await desk.getByLabel('English', { exact: true }).fill('Maintenance on Saturday')
  await desk.getByLabel('简体中文').fill('周六维护')
  await desk.getByRole('button', { name: say('desk:announce.send') }).click()
  const asked = desk.getByRole('alertdialog')
  await asked.getByRole('button', { name: say('desk:announce.yes') }).click()

  await expect(page.getByText(`[${WORD}] Maintenance on Saturday`)).toBeVisible()
  await expect(page).toHaveTitle(/^\(2\) /)
  await expect(desk.getByText(/^Sent to (\d+) of \1$/)).toBeVisible()
  await page.getByRole('link', { name: /System messages/ }).click()
  const newest = page.getByRole('listitem').first()
  await expect(newest).toContainText('Maintenance on Saturday')
  await expect(newest).toContainText(`Anti-phishing code: ${WORD}`)
  await expect(page).toHaveTitle(/^System messages/)
  const sent = await server.ask<{ n: number }>(
    `select count(*)::int as n from messages m join users u on u.id = m.user_id
     where u.account = $1 and m.kind = 'announcement'`,
    [user.account],
  )
  expect(sent).toEqual([{ n: 1 }])
  await desk.context().close()
})
