/** Money in and out of an account; so far practice money alone, its own kind in the ledger and never a bonus. */
import { selectPracticeDay } from '#server/cashier/cashier-store.ts'
import { HOUSE, post, userAccount } from '#server/ledger/ledger.ts'
import { type CommandResult, moneyCommand } from '#server/platform/user-transaction.ts'
import { appendOutbox, selectBalance, selectBalanceSnapshot } from '#server/ledger/outbox-store.ts'
import { selectExcludedUntil } from '#server/limits/limits-store.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { PrivateTopic, SocketHub } from '#server/platform/socket/hub.ts'
import type { CommandKey } from '#server/platform/http/route.ts'
import { formatAmount } from '#rules/amounts.ts'

/** 10,000.00 a day. */
export const PRACTICE_AMOUNT = 1_000_000n

export interface Cashier {
  /** JSON of contract/endpoints/balance.ts `takePracticeMoney`, the stored bytes for a key used before. */
  takePractice(command: CommandKey): Promise<string>
  /** JSON of contract/account.ts `balance`. */
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
  const { ref, taken, next_at } = await selectPracticeDay(tx, userId, nowMs)
  if (taken) throw new Rejected('practice_taken', { nextAt: Number(next_at) })
  await post(tx, [
    {
      kind: 'practice_issue',
      ref,
      userId,
      legs: [
        { account: HOUSE.practiceIssue, amount: -PRACTICE_AMOUNT },
        { account: userAccount(userId, 'cash'), amount: PRACTICE_AMOUNT },
      ],
    },
  ])
  const state = await selectBalance(tx, userId, nowMs)
  const events = await appendOutbox(tx, [{ userId, topic: 'balance', payload: state }])
  return { reply: `{"amount":"${formatAmount(PRACTICE_AMOUNT)}","balance":${state}}`, events }
}

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

/** The balance topic: each change is a whole state with its version. */
export const balanceTopic = (db: Database, clock: Pick<MarketClock, 'now'>): PrivateTopic => ({
  name: 'balance',
  snapshot: (userId) => selectBalanceSnapshot(db, userId, clock.now()),
})
