/** The topics of the socket that need a session: what belongs to one user, and the desk. */
import { z } from 'zod/mini'
import { priceAlert } from '#contract/alerts.ts'
import { balance } from '#contract/balance.ts'
import { deposit, withdrawal } from '#contract/cashier.ts'
import { deskState } from '#contract/desk-state.ts'
import { fundState } from '#contract/fund.ts'
import { ownLimits } from '#contract/limits.ts'
import { message, messagesRead } from '#contract/messages.ts'
import { order } from '#contract/order.ts'
import { profile } from '#contract/profile.ts'
import { supportMarks, supportMessage, supportState, supportTyping } from '#contract/support.ts'
import { topic } from '#contract/topic-row.ts'

/** The topics that need a session, by name. */
export const ACCOUNT_TOPICS = {
  /**
   * The orders of the user that are `open` or `live`. A delta is one order in its current state: it is added, replaces
   * the order with its id, or ends the position when its `status` is any other, which is final. A snapshot has no order
   * that was settled while the client was away: `GET /api/orders?status=settled` returns those.
   */
  positions: topic({
    snapshot: z.array(order),
    delta: order,
    delivery: 'every',
    staleAfterMs: null,
    login: true,
    guests: true,
    params: [],
  }),
  /**
   * The balance of the user. A delta replaces the state, and may be the result of several changes: its `version` may be
   * more than one above that of the frame before, its `seq` never is.
   */
  balance: topic({
    snapshot: balance,
    delta: balance,
    delivery: 'every',
    staleAfterMs: null,
    login: true,
    guests: true,
    params: [],
  }),
  /** The profile of the user. A delta replaces the state. */
  profile: topic({
    snapshot: profile,
    delta: profile,
    delivery: 'every',
    staleAfterMs: null,
    login: true,
    params: [],
  }),
  /**
   * The newest deposits of the user, newest first. A delta is one deposit in its current state: it is added, or
   * replaces that with its id.
   */
  deposits: topic({
    snapshot: z.array(deposit),
    delta: deposit,
    delivery: 'every',
    staleAfterMs: null,
    login: true,
    params: [],
  }),
  /**
   * The newest withdrawals of the user, newest first. A delta is one withdrawal in its current state: it is added, or
   * replaces that with its id.
   */
  withdrawals: topic({
    snapshot: z.array(withdrawal),
    delta: withdrawal,
    delivery: 'every',
    staleAfterMs: null,
    login: true,
    params: [],
  }),
  /**
   * All active alerts of the user and the newest that ended. A delta is one alert in its current state: it is added,
   * or replaces that with its id.
   */
  alerts: topic({
    snapshot: z.array(priceAlert),
    delta: priceAlert,
    delivery: 'every',
    staleAfterMs: null,
    login: true,
    params: [],
  }),
  /** The holdings of the user in the fund. A delta replaces the state. */
  fund: topic({
    snapshot: fundState,
    delta: fundState,
    delivery: 'every',
    staleAfterMs: null,
    login: true,
    params: [],
  }),
  /** The limits that the user set. A delta replaces the state. */
  limits: topic({
    snapshot: ownLimits,
    delta: ownLimits,
    delivery: 'every',
    staleAfterMs: null,
    login: true,
    guests: true,
    params: [],
  }),
  /** The queues of the desk, for operators only: the socket needs a desk session. A delta replaces the state. */
  desk: topic({
    snapshot: deskState,
    delta: deskState,
    delivery: 'latest',
    staleAfterMs: null,
    login: true,
    role: 'operator',
    params: [],
  }),
  /**
   * The newest system messages of the user and the number of unread ones. A delta is one new message, which is added,
   * or how far the user has read.
   */
  messages: topic({
    snapshot: z.object({ unread: z.int().check(z.nonnegative()), latest: z.array(message) }),
    delta: z.union([message, messagesRead]),
    delivery: 'every',
    staleAfterMs: null,
    login: true,
    params: [],
  }),
  /**
   * The conversation with customer service. A delta is one message, which is added or replaces that with its id, or
   * the current marks.
   */
  support: topic({
    snapshot: supportState,
    delta: z.union([supportMessage, supportMarks]),
    delivery: 'every',
    staleAfterMs: null,
    login: true,
    params: [],
  }),
  /**
   * Whether customer service is typing to the user. A delta replaces the state. Its frames are neither numbered for
   * replay nor stored.
   */
  typing: topic({
    snapshot: supportTyping,
    delta: supportTyping,
    delivery: 'latest',
    staleAfterMs: null,
    login: true,
    params: [],
  }),
} as const
