/** The endpoints of the cashier. */
import type { FastifyInstance } from 'fastify'
import * as balance from '#contract/endpoints/balance.ts'
import * as rows from '#contract/endpoints/cashier.ts'
import type { Cashier } from '#server/cashier/cashier.ts'
import type { Deposits } from '#server/cashier/deposits.ts'
import type { Withdrawals } from '#server/cashier/withdrawals.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { bindRoute, rawReply } from '#server/platform/http/route.ts'

/** What the endpoints need. */
export interface CashierDesk {
  cashier: Cashier
  deposits: Deposits
  withdrawals: Withdrawals
}

function depositRoutes(app: FastifyInstance, deposits: Deposits): void {
  bindRoute(app, rows.getDepositTerms, ({ session }) => deposits.terms(session.userId))
  bindRoute(app, rows.openDeposit, async ({ command, body }) =>
    rawReply(await deposits.open({ ...command, body })),
  )
  bindRoute(app, rows.cancelDeposit, async ({ command, params }) =>
    rawReply(await deposits.cancel({ ...command, id: params.id })),
  )
  bindRoute(app, rows.listDeposits, ({ session, query }) => deposits.list(session.userId, query))
}

function withdrawalRoutes(app: FastifyInstance, withdrawals: Withdrawals): void {
  bindRoute(app, rows.getWithdrawalTerms, ({ session }) => withdrawals.terms(session.userId))
  bindRoute(app, rows.challengeWithdrawal, ({ session, body }) =>
    withdrawals.challenge(session.userId, body),
  )
  bindRoute(app, rows.openWithdrawal, async ({ command, body, request }) =>
    rawReply(await withdrawals.open({ ...command, body, address: clientAddress(request) })),
  )
  bindRoute(app, rows.cancelWithdrawal, async ({ command, params }) =>
    rawReply(await withdrawals.cancel({ ...command, id: params.id })),
  )
  bindRoute(app, rows.listWithdrawals, ({ session, query }) =>
    withdrawals.list(session.userId, query),
  )
}

/** Registers the endpoints of the cashier. */
export function cashierRoutes(app: FastifyInstance, desk: CashierDesk): void {
  const { cashier } = desk
  bindRoute(app, balance.takePracticeMoney, async ({ command }) =>
    rawReply(await cashier.takePractice(command)),
  )
  bindRoute(app, balance.getBalance, async ({ session }) =>
    rawReply(await cashier.balance(session.userId)),
  )
  depositRoutes(app, desk.deposits)
  withdrawalRoutes(app, desk.withdrawals)
}
