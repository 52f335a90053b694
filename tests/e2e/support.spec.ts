import { PATHS } from '#lib/paths.ts'
import { Chat } from './support/chat.ts'
import { operatorAt } from './support/desk.ts'
import { expect, test } from './support/fixtures.ts'
import { say } from './support/words.ts'

test('a frequent question is answered at once, and a written one by an operator, live on both sides', async ({
  page,
  browser,
  phone,
  user,
  server,
}) => {
  const chat = new Chat(page)
  await phone.open(PATHS.support)
  await page.getByRole('button', { name: say('support:question.withdrawal') }).click()
  await expect(chat.log).toContainText(say('support:answer.withdrawal'))
  await expect(chat.log.getByText(say('support:automatic'))).toBeVisible()

  await chat.write('Where is my money?')
  await expect(chat.log).toContainText(say('support:answer.person_later'))
  const { page: desk } = await operatorAt(browser, server, 'chat-ann')
  await desk.goto(`${server.url}/desk.html#/support`)
  const list = desk.getByRole('region', { name: say('desk:tabs.support') })
  await expect(chat.log.getByText(say('support:state.delivered'))).not.toHaveCount(0)
  const waiting = list.getByRole('button').filter({ hasText: user.account })
  await waiting.click()
  const article = desk.getByRole('article')
  await expect(article).toContainText('Where is my money?')
  await expect(chat.log.getByText(say('support:state.read'))).not.toHaveCount(0)

  await article.getByLabel(say('desk:support.answer')).pressSequentially('One moment', { delay: 5 })
  await expect(page.getByText(say('support:typing'))).toBeVisible()
  await article.getByRole('button', { name: say('desk:support.send'), exact: true }).click()
  await expect(chat.log).toContainText('One moment')
  await expect(page.getByText(say('support:typing'))).toBeHidden()
  await expect(waiting).toHaveCount(0)
  await expect(article.getByText(say('support:state.read'), { exact: true })).toBeVisible()

  await chat.field.pressSequentially('Thank', { delay: 5 })
  await expect(article.getByText(say('desk:support.typing'))).toBeVisible()
  await page.reload()
  await expect(chat.field).toHaveValue('Thank')
  await desk.context().close()
})
