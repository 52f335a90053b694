/** One line an event: an account in which nothing looks charged twice. */
import { readFileSync } from 'node:fs'
import { PATHS } from '#lib/paths.ts'
import { PRACTICE_REVIEW } from '#rules/practice-review.ts'
import { withdrawalFee } from '#rules/withdrawal-fee.ts'
import { WITHDRAWAL_FEES } from '#server/cashier/limits.ts'
import { until } from '#support/until.ts'
import { expect, test } from './support/fixtures.ts'
import { looksOf } from './support/looks.ts'
import { placeOrder } from './support/ready-user.ts'
import { speech } from './support/words.ts'

const STAKE = 113n
const PAID = 33_333n
const decimal = (minor: bigint): string => `${minor / 100n}.${`${minor % 100n}`.padStart(2, '0')}`
/** Minor units, as any of the languages writes them with two decimals. */
const minorIn = (text: string): bigint =>
  BigInt(text.replace(/\D/g, '')) * (/[-−]/.test(text) ? -1n : 1n)

test.use({ progress: { payout: true } })

for (const [language, width] of looksOf([['de', 320]] as const, [['zh-CN', 390]] as const)) {
  test(`each event is one line with its effect: ${language} at ${width} px`, async ({
    books,
    page,
    phone,
    server,
    user,
  }) => {
    const say = speech(language)
    const { caller, tradingPassword } = user
    for (const direction of ['up', 'down'] as const)
      await placeOrder(caller, { direction, stake: decimal(STAKE) })
    const amount = decimal(PAID)
    const fee = decimal(withdrawalFee(PAID, WITHDRAWAL_FEES.bank_card))
    await caller.post('/withdrawals', { amount, fee, tradingPassword, proof: null })
    await server.play(32_000 + PRACTICE_REVIEW.withdrawal.doneMs)
    await until('all is settled and paid', async () => {
      const [paid] = await books.withdrawals()
      return paid?.status === 'paid' && (await books.orders()).every(({ pnl }) => pnl !== null)
    })

    await page.setViewportSize({ width, height: 1_600 })
    await phone.open(PATHS.fundRecords, language)
    const rows = page.getByRole('listitem').filter({ has: page.locator('button[aria-expanded]') })
    const events = await server.ask<{ kind: string }>(
      `select distinct t.id, t.kind from transfers t join entries e on e.transfer_id = t.id
        join accounts a on a.id = e.account_id join users u on u.id = a.user_id
        where u.account = $1`,
      [books.account],
    )
    await expect(rows).toHaveCount(events.length)
    const effects = await rows
      .locator('button > span:first-child > span:last-child')
      .allInnerTexts()
    // An amount without a sign left the balance with an earlier line.
    const moved = effects.filter((text) => /^[+−]/.test(text.trim())).map(minorIn)

    await test.step('the lines add up to the balance', async () => {
      expect(moved.reduce((sum, each) => sum + each, 0n)).toBe(await books.balance('cash'))
    })
    await test.step('a lost stake and a payout that was sent are taken once', async () => {
      expect(moved.filter((each) => each === -STAKE)).toHaveLength(2)
      expect(moved.filter((each) => each === -PAID)).toHaveLength(1)
      const sent = rows.filter({ hasText: say('records:kind.withdrawal_pay') })
      expect(await sent.locator('.figures').first().innerText()).not.toMatch(/^[+−]|^0/)
    })
    await test.step('the hold stands among the entries of its line', async () => {
      const held = rows.filter({ hasText: say('records:kind.withdrawal_hold') })
      await held.getByRole('button').click()
      await expect(held.getByText(say('records:account.withdrawal_hold'))).toBeVisible()
      const entries = (await held.locator('dd').allInnerTexts()).map((text) =>
        minorIn(text.split('\n')[0] ?? ''),
      )
      expect([...entries].sort((a, b) => Number(a - b))).toEqual([-PAID, PAID])
    })
    await test.step('the file keeps every entry', async () => {
      const [{ n } = { n: 0 }] = await server.ask<{ n: number }>(
        `select count(*)::int n from entries e join accounts a on a.id = e.account_id
          join users u on u.id = a.user_id where u.account = $1`,
        [books.account],
      )
      const coming = page.waitForEvent('download')
      await page.getByRole('button', { name: say('common:list.export') }).click()
      const file = await (await coming).path()
      expect(readFileSync(file, 'utf8').trim().split(/\r?\n/)).toHaveLength(1 + n)
    })
  })
}
