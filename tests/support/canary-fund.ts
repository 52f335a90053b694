/** The fund's part of the visit: a withdrawal above the amount that is asked without, its password wrong and right. */
import { randomUUID } from 'node:crypto'
import { dayOf } from '#rules/business-day.ts'
import type { Visit } from '#support/canary-visit.ts'
import { userIdOf } from '#support/cashier-visit.ts'
import { addShares } from '#support/fund-room.ts'

const PATH = '/api/fund/redemptions'

export async function redeemFromFund(it: Visit, account: string): Promise<void> {
  const { user, server } = it
  const tradingPassword = it.password('trading password')
  const wrong = it.password('wrong trading password at the fund')
  const at = server.clock.now()
  const userId = await userIdOf(server, account)
  await addShares(server.owner, { userId, amount: 500_000n, at })
  const wish = { amount: '1200', speed: 'instant', payDay: dayOf(at), tradingPassword }
  await user.command(PATH, { ...wish, tradingPassword: wrong })
  await user.command(PATH, { ...wish, tradingPassword: null })
  await user.command(PATH, { ...wish, payDay: '2020-01-01' })
  await server.owner.query('alter table fund_redemptions add constraint c check (false) not valid')
  await user.command(PATH, wish)
  await server.owner.query('alter table fund_redemptions drop constraint c')
  const key = randomUUID()
  await user.command(PATH, wish, key)
  await user.command(PATH, { ...wish, amount: '1201' }, key)
  await user.get(PATH)
}
