/** A user's balance and practice money, which has its own kind of transfer in the ledger and is never a bonus. */
import { takePracticeMoney } from '#server/cashier/cashier-store.ts'
import { type CommandResult, moneyCommand } from '#server/platform/user-transaction.ts'
import {
  balanceEvent,
  selectBalance,
  selectBalanceSnapshot,
  tellUsers,
} from '#server/ledger/outbox-store.ts'
import { selectExcludedUntil } from '#server/limits/limits-store.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { PrivateTopic, SocketHub } from '#server/platform/socket/hub.ts'
import type { CommandKey } from '#server/platform/http/route.ts'
import { formatAmount } from '#rules/amounts.ts'

/** The balance and practice money of users. */
export interface Cashier {
  /**
   * Credits practice money. Returns JSON of `takePracticeMoney` in contract/endpoints/balance.ts; a repeated key
   * returns the stored bytes.
   */
  takePractice(command: CommandKey): Promise<string>
  /** Returns JSON of `balance` in contract/account.ts. */
  balance(userId: bigint): Promise<string>
}

export interface CashierParts {
  db: Database
  hub: Pick<SocketHub, 'deliver'>
  clock: Pick<MarketClock, 'now'>
  /** Whether this server gives practice money. */
  practice: boolean
}

async function issuePractice(tx: Queryable, userId: bigint, nowMs: number): Promise<CommandResult> {
  const until = await selectExcludedUntil(tx, userId, nowMs)
  if (until !== null) throw new Rejected('trading_paused', { until })
  const amount = await takePracticeMoney(tx, userId, nowMs)
  const state = await selectBalance(tx, userId, nowMs)
  const events = await tellUsers(tx, [balanceEvent(userId, nowMs)])
  return { reply: `{"amount":"${formatAmount(amount)}","balance":${state}}`, events }
}

/** Creates the functions for balance and practice money. */
export function createCashier(parts: CashierParts): Cashier {
  const { db, clock, practice } = parts
  return {
    takePractice: async (command) => {
      if (!practice) throw new Rejected('practice_disabled')
      return moneyCommand(parts, command, (tx) => issuePractice(tx, command.userId, clock.now()))
    },
    balance: (userId) => selectBalance(db, userId, clock.now()),
  }
}

/** The balance topic. Each event contains the whole state with its version. */
export const balanceTopic = (db: Database, clock: Pick<MarketClock, 'now'>): PrivateTopic => ({
  name: 'balance',
  snapshot: (userId) => selectBalanceSnapshot(db, userId, clock.now()),
})
