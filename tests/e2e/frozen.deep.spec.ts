import { PATHS } from '#lib/paths.ts'
import { type Desk, operatorAt } from './support/desk.ts'
import { expect, test } from './support/fixtures.ts'
import { speak } from './support/looking.ts'
import { placeOrder } from './support/ready-user.ts'
import { expectAccessible } from './support/receipt.ts'
import { shapeFaults, untranslated } from './support/screen-faults.ts'
import type { RunningServer } from './support/server.ts'
import { say, speech } from './support/words.ts'

const { step } = test
const LANGUAGES = ['zh-CN', 'en', 'de', 'th']
const NARROW = { width: 320, height: 740 }
const PHONE = { width: 390, height: 844 }

/** Changes what an order pays, as one who owns the tables could. */
async function alterPayout(server: RunningServer, id: string, by: number): Promise<void> {
  await server.ask('alter table orders disable trigger user')
  await server.ask('update orders set payout = payout + $2 where id = $1', [id, by])
  await server.ask('alter table orders enable trigger user')
}

async function lift({ page }: Desk, id: string): Promise<void> {
  const card = page.getByRole('article', { name: say('desk:frozen.scope.order', { id }) })
  await card.getByRole('button', { name: say('desk:frozen.step.lift') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: say('desk:yes') })
    .click()
}

test('a frozen order shows what it means and how it ends', async ({
  page,
  browser,
  user: { caller },
  phone,
  server,
}) => {
  test.setTimeout(240_000)
  const id = await placeOrder(caller, { durationMs: 60_000 })
  await alterPayout(server, id, 1)
  // The check of the minute is also the first thing that a server does.
  await server.kill()
  await server.start()

  await step(
    'among the positions and in full, in four languages, also on a narrow phone',
    async () => {
      await phone.open(`${PATHS.orders}?tab=open&id=${id}`)
      const sheet = page.getByRole('dialog')
      await expect(sheet).toBeVisible()
      // While the page has no connection, it shows how old its data is.
      await expect(page.locator('[data-as-of]')).toHaveCount(0)
      for (const language of LANGUAGES) {
        const text = speech(language)
        await speak(page, language)
        await expect(sheet.getByText(text('orders:frozen.title'))).toBeVisible()
        await expect(sheet.getByText(text('orders:frozen.what.open'))).toBeVisible()
        await expect(sheet.getByText(text('orders:frozen.ends.open'))).toBeVisible()
        for (const size of [NARROW, PHONE]) {
          await page.setViewportSize(size)
          expect([...(await shapeFaults(page)), ...(await untranslated(page))]).toEqual([])
        }
        await expectAccessible(page)
      }
      await speak(page, 'en')
      await page.keyboard.press('Escape')
      await expect(sheet).toHaveCount(0)
      await expect(page.getByText(say('orders:frozen.badge')).first()).toBeVisible()
      await expectAccessible(page)
    },
  )

  await step('and as a message', async () => {
    await phone.open(PATHS.messages)
    await expect(page.getByText(say('messages:kind.order_frozen.title')).first()).toBeVisible()
  })

  const ann = await operatorAt(browser, server, 'frozen-ann')
  const ben = await operatorAt(browser, server, 'frozen-ben')
  await step('two operators lift it, when the check no longer finds the fault', async () => {
    await ann.go('frozen')
    await lift(ann, id)
    await expect(ann.page.getByText(say('desk:frozen.remains'))).toBeVisible()
    await expectAccessible(ann.page)
    await alterPayout(server, id, -1)
    await lift(ann, id)
    await expect(ann.page.getByText(new RegExp(say('desk:ownProposal')))).toBeVisible()
    await ben.go('frozen')
    await lift(ben, id)
    await expect(ben.page.getByText(say('desk:none'))).toBeVisible()
  })

  await step('and the user sees how it ended, and the result by the prices', async () => {
    await server.play(80_000)
    await phone.open(`${PATHS.orders}?id=${id}`)
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByText(/then lifted/)).toBeVisible()
    await sheet.getByRole('button', { name: say('orders:more'), exact: true }).click()
    await expect(sheet.getByText(say('orders:transfer.order_settle')).first()).toBeVisible()
    await expectAccessible(page)
  })
  await ann.page.context().close()
  await ben.page.context().close()
})
