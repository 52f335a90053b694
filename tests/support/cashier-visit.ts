/** A user of a test server who deposits and withdraws, and what the database says of them. */
import { type Deposit, deposit, type Withdrawal, withdrawal } from '#contract/cashier.ts'
import { type Balance, balance } from '#contract/balance.ts'
import { addPayoutAccount, addVerified } from '#support/cashier-room.ts'
import type { TestServer, TestUser } from '#support/server.ts'
import type { Answer } from '#support/visitor.ts'

export interface CashierVisit extends TestUser {
  userId: bigint
  payout: bigint
  deposit(body: object, key?: string): Promise<Answer>
  withdraw(body: object, key?: string): Promise<Answer>
  balance(): Promise<Balance>
}

export const depositIn = ({ body }: Answer): Deposit =>
  deposit.parse((body as { deposit: unknown }).deposit)
export const withdrawalIn = ({ body }: Answer): Withdrawal =>
  withdrawal.parse((body as { withdrawal: unknown }).withdrawal)

export async function userIdOf(server: TestServer, account: string): Promise<bigint> {
  const [row] = await server.db.query<{ id: bigint }>('select id from users where account = $1', [
    account,
  ])
  if (row === undefined) throw new Error(`no user ${account}`)
  return row.id
}

/** Registered, verified, with a bank card and 10,000.00 of practice money. */
export async function cashierVisit(
  server: TestServer,
  more: { heldUntil?: number } = {},
): Promise<CashierVisit> {
  const user = await server.registerUser()
  const userId = await userIdOf(server, user.account)
  await addVerified(server.owner, userId)
  const payout = await addPayoutAccount(server.owner, userId, more)
  const { visitor, tradingPassword } = user
  await visitor.command('/api/practice-money', {})
  return {
    ...user,
    userId,
    payout,
    deposit: (body, key) =>
      visitor.command('/api/deposits', { method: 'bank_transfer', proof: null, ...body }, key),
    withdraw: (body, key) =>
      visitor.command('/api/withdrawals', { tradingPassword, proof: null, ...body }, key),
    balance: () => visitor.read(balance, '/api/balance'),
  }
}
