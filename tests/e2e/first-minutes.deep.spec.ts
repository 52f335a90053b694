import { PATHS, productPath } from '#lib/paths.ts'
import { expect, test } from './support/fixtures.ts'
import { ticketOf } from './support/large-screen.ts'
import { looksOf } from './support/looks.ts'
import { Phone, person } from './support/phone.ts'
import { axeFaults, darkFaults, shapeFaults } from './support/screen-faults.ts'

/** On a phone a guest trades for some minutes. On other sizes one order of each direction shows what differs. */
const SIZES = looksOf(
  [
    { width: 390, height: 844, hasTouch: true, trades: 5 },
    { width: 1_280, height: 800, hasTouch: false, trades: 2 },
  ],
  [{ width: 844, height: 390, hasTouch: true, trades: 2 }],
)

/** Below this height the ticket does not offer the guide. */
const LOW_PX = 672

for (const { width, height, hasTouch, trades } of SIZES) {
  test.describe(`at ${width} × ${height}`, () => {
    test.use({ viewport: { width, height }, hasTouch, isMobile: hasTouch })

    test('a guest is guided, trades, sees the results and registers with them', async ({
      page,
      server,
    }) => {
      const phone = new Phone(page, server)
      const who = person(`first_${width}`)
      const press = (name: RegExp) =>
        page.getByRole(width >= 1_024 ? 'radio' : 'button', { name }).first()
      const ticket = ticketOf(page)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await phone.open(productPath('BTCUSDT'))
      await phone.expectPriceToChange()

      if (width >= 1_024) {
        await page.getByRole('button', { name: /^Try with practice money/ }).click()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^Try with/ })
          .click()
        await expect(page.getByText('Choose Up or Down first.')).toBeVisible()
        await press(/^Up$/).click()
      } else {
        await press(/^Up/).click()
        await page.getByRole('button', { name: /^Try with practice money/ }).click()
      }
      // A low window has no room for the offer.
      if (height > LOW_PX) {
        await ticket.getByRole('button', { name: 'How an order works' }).click()
        const guide = page.getByRole('dialog', { name: 'How an order works' })
        for (let step = 2; step <= 4; step += 1) {
          await guide.getByRole('button', { name: 'Next' }).click()
          await expect(guide.getByText(`Step ${step} of 4`)).toBeVisible()
        }
        await guide.getByRole('button', { name: 'Got it' }).click()
        await expect(guide).toHaveCount(0)
      }
      await ticket.getByLabel('Amount', { exact: true }).fill('20')
      await ticket.getByRole('radio', { name: /^30 s/ }).click()

      for (let trade = 1; trade <= trades; trade += 1) {
        const direction = trade % 2 === 1 ? /^Up/ : /^Down/
        if (trade > 1) {
          await press(trade % 2 === 1 ? /^Up( |$|\+)/ : /^Down( |$|\+)/).click()
          await expect(ticket.getByLabel('Amount', { exact: true })).toHaveValue('20')
        }
        await phone.send(ticket.getByRole('button', { name: direction }))
        await phone.seeResult(() => server.play(31_000))
      }
      const settled = [await shapeFaults(page), await axeFaults(page), await darkFaults(page)]
      expect(settled.flat()).toEqual([])

      await page.goto(`${server.url}/#${PATHS.results}`)
      await expect(page.getByText(`${trades} orders`).first()).toBeVisible()
      const results = [await shapeFaults(page), await axeFaults(page), await darkFaults(page)]
      expect(results.flat()).toEqual([])

      await page.goto(`${server.url}/#${PATHS.user}`)
      await page.getByRole('link', { name: 'Register and keep everything' }).click()
      await phone.fillRegistration(who)
      await phone.logIn(who.account, who.password)
      await page.goto(`${server.url}/#${PATHS.results}`)
      await expect(page.getByText(`${trades} orders`).first()).toBeVisible()
    })
  })
}
