/**
 * The fund as a user operates it: transferring in, redeeming, cancelling either before its cut-off, and reading its
 * state.
 */
import type { z } from 'zod'
import type { openRedemption, openSubscription } from '#contract/endpoints/fund.ts'
import type { FundState } from '#contract/fund.ts'
import { formatAmount } from '#rules/amounts.ts'
import { dayOf } from '#rules/business-day.ts'
import { fundDates } from '#rules/fund-calendar.ts'
import { documentId } from '#server/platform/db/pages.ts'
import { lotJson, redemptionJson } from '#server/fund/documents.ts'
import * as store from '#server/fund/fund-store.ts'
import { FUND_TERMS, REDEMPTION_MINIMUM } from '#server/fund/limits.ts'
import { beginDays, fundEvents, readFund } from '#server/fund/state.ts'
import type { StepUp } from '#server/identity/step-up.ts'
import { moneyCommand } from '#server/platform/user-transaction.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import type { CommandKey } from '#server/platform/http/route.ts'

export interface FundParts {
  db: Database
  hub: Pick<SocketHub, 'deliver'>
  clock: Pick<MarketClock, 'now'>
  stepUp: Pick<StepUp, 'tradingPassword'>
}

type SubscriptionBody = z.output<typeof openSubscription.body>
type RedemptionBody = z.output<typeof openRedemption.body>

/** The fund for users. Commands return their reply's JSON. */
export interface Fund {
  state(userId: bigint): Promise<FundState>
  subscribe(command: CommandKey & { body: SubscriptionBody }): Promise<string>
  cancelSubscription(command: CommandKey & { id: string }): Promise<string>
  /** `address`: the address for which wrong passwords are counted. */
  redeem(command: CommandKey & { body: RedemptionBody; address: string }): Promise<string>
  cancelRedemption(command: CommandKey & { id: string }): Promise<string>
}

interface Work {
  tx: Queryable
  userId: bigint
  atMs: number
}

function checkMinimum(amount: bigint, minimum: bigint): void {
  if (amount >= minimum) return
  throw new Rejected('amount_below_minimum', { minimum: formatAmount(minimum) })
}

/** The day that the user saw is binding. */
function checkDay(shown: string, day: string): void {
  if (shown !== day) throw new Rejected('fund_day_changed', { day })
}

/** Checks the amount, and that the day which the user saw is the day of now, and stores the transfer. */
async function subscribe({ tx, userId, atMs }: Work, body: SubscriptionBody): Promise<string> {
  const { minimum, maximum, dailySubscriptions: daily, holdingMaximum } = FUND_TERMS
  const { amount } = body
  checkMinimum(amount, minimum)
  if (amount > maximum)
    throw new Rejected('amount_above_maximum', { maximum: formatAmount(maximum) })
  const { tradeDay, cutOffAt: cancellableUntil, settleDay: confirmDay } = fundDates(atMs)
  checkDay(body.confirmDay, confirmDay)
  const dates = { tradeDay, cancellableUntil, confirmDay }
  const lot = { userId, amount, atMs, ...dates, daily, holdingMaximum }
  return `{"lot":${lotJson(await store.insertLot(tx, lot))}}`
}

async function redeem({ tx, userId, atMs }: Work, body: RedemptionBody): Promise<string> {
  const { dailyRedemptions: daily, instantMaximum } = FUND_TERMS
  const { amount, speed } = body
  checkMinimum(amount, REDEMPTION_MINIMUM)
  const { tradeDay, cutOffAt, settleDay } = fundDates(atMs)
  const today = dayOf(atMs)
  const dates =
    speed === 'instant'
      ? { tradeDay: today, cancellableUntil: null, payDay: today }
      : { tradeDay, cancellableUntil: cutOffAt, payDay: settleDay }
  checkDay(body.payDay, dates.payDay)
  const redemption = { userId, amount, speed, atMs, ...dates, daily, instantMaximum }
  return `{"redemption":${redemptionJson(await store.insertRedemption(tx, redemption))}}`
}

type Owner = (db: Queryable, id: bigint) => Promise<bigint | undefined>
/** The id of a user's own document. Documents of other users are `not_found`. */
async function ownId({ tx, userId }: Work, text: string, ownerOf: Owner): Promise<bigint> {
  const id = documentId(text)
  if (id === null || (await ownerOf(tx, id)) !== userId) throw new Rejected('not_found')
  return id
}

async function cancelLot(work: Work, text: string): Promise<string> {
  const id = await ownId(work, text, store.lotOwner)
  return `{"lot":${lotJson(await store.cancelLot(work.tx, id, work.atMs))}}`
}
async function cancelRedemptionOf(work: Work, text: string): Promise<string> {
  const id = await ownId(work, text, store.redemptionOwner)
  const row = await store.cancelRequested(work.tx, id, work.atMs)
  return `{"redemption":${redemptionJson(row)}}`
}

/** Creates the functions of the fund. */
export function createFund(parts: FundParts): Fund {
  const { db, clock, stepUp } = parts
  /** Starts the user's days first, so that each command sees the current day whatever the job has done. */
  const run = (command: CommandKey, work: (done: Work) => Promise<string>): Promise<string> =>
    moneyCommand(parts, command, async (tx) => {
      const { userId } = command
      const atMs = clock.now()
      const { events } = await beginDays(tx, userId, atMs)
      const reply = await work({ tx, userId, atMs })
      return { reply, events: [...events, ...(await fundEvents(tx, userId, atMs))] }
    })
  const checkPassword = async (userId: bigint, body: RedemptionBody, address: string) => {
    const { passwordAbove } = FUND_TERMS
    if (body.amount <= passwordAbove) return
    if (body.tradingPassword === null) {
      throw new Rejected('trading_password_required', { above: formatAmount(passwordAbove) })
    }
    await stepUp.tradingPassword(userId, body.tradingPassword, address)
  }
  return {
    state: (userId) => db.snapshot((tx) => readFund(tx, userId, clock.now())),
    subscribe: (command) => run(command, (work) => subscribe(work, command.body)),
    cancelSubscription: (command) => run(command, (work) => cancelLot(work, command.id)),
    // Also for an answer that is stored already, so that a caller who has only the session and the key learns nothing.
    redeem: async (command) => {
      await checkPassword(command.userId, command.body, command.address)
      return run(command, (work) => redeem(work, command.body))
    },
    cancelRedemption: (command) => run(command, (work) => cancelRedemptionOf(work, command.id)),
  }
}
