/**
 * The topics that are one state of the page, as one table. Each row says how snapshots and deltas become the state, and
 * in which form it is cached on the device. The streams, their atoms and the streams of tests all follow this table.
 * Topics that are split by product (quotes, stats, sessions, candles) have a file each.
 */
import { z } from 'zod/mini'
import { type Balance, balance } from '#contract/balance.ts'
import type { Deposit, Withdrawal } from '#contract/cashier.ts'
import { type FundState, fundRate, fundState } from '#contract/fund.ts'
import type { OwnLimits } from '#contract/limits.ts'
import type { SignedCheckpoint } from '#contract/market-topics.ts'
import { type Profile, profile } from '#contract/profile.ts'
import type { TimeMs } from '#contract/scalars.ts'
import { type DeltaOf, type SnapshotOf, type TopicName, TOPICS } from '#contract/topics.ts'
import type { Fold } from '#streams/operators/fold-snapshot.ts'
import { messagesFold } from '#streams/topics/messages.ts'
import { alertsFold, documentsFold, ratesFold } from '#streams/topics/newest-first.ts'
import { positionsFold } from '#streams/topics/positions.ts'
import { supportFold } from '#streams/topics/support.ts'
import { deskFold, newestReceived, newestVersion } from '#streams/topics/whole-state.ts'
import type { Messages, Positions } from '#streams/types.ts'

/** How one topic becomes a state. Whose it is, and whether updates may be skipped, is in `contract/topics.ts`. */
export interface StateRow<S, D, T> {
  fold: Fold<S, D, T>
  /** If set, the state is cached on the device in this form and validated like a frame when it is read. */
  kept?: z.ZodMiniType<T>
}
const state = <S, D, T>(row: StateRow<S, D, T>): StateRow<S, D, T> => row

/** Only open positions are cached. Positions that settled in the last visit are not shown again as new. */
const storedPositions = z.codec(TOPICS.positions.snapshot, z.custom<Positions>(), {
  decode: (open) => positionsFold.snapshot(open, null),
  encode: ({ open }) => [...open],
})
/** How far the user has read is computed again from the messages. */
const storedMessages = z.codec(TOPICS.messages.snapshot, z.custom<Messages>(), {
  decode: (snapshot) => messagesFold.snapshot(snapshot, null),
  encode: ({ unread, latest }) => ({ unread, latest: [...latest] }),
})

/** Every topic that is one state, by name. */
export const STATE_TOPICS = {
  /** The user's orders, newest first: open ones, and those that settled since the page was opened. */
  positions: state({ fold: positionsFold, kept: storedPositions }),
  balance: state({ fold: newestVersion<Balance>(), kept: balance }),
  /** The newest system messages and the number of unread ones. */
  messages: state({ fold: messagesFold, kept: storedMessages }),
  /** The user's profile, with the states of verification, payout account and second factors. */
  profile: state({ fold: newestVersion<Profile>(), kept: profile }),
  /** The user's deposits, newest first, at most 100. */
  deposits: state({ fold: documentsFold<Deposit>() }),
  /** The user's withdrawals, newest first, at most 100. */
  withdrawals: state({ fold: documentsFold<Withdrawal>() }),
  /** The user's price alerts, newest first: all active ones, and the newest that ended. */
  alerts: state({ fold: alertsFold }),
  /** The user's holdings in the balance fund, with pending transfers and redemptions. */
  fund: state({ fold: newestVersion<FundState>(), kept: fundState }),
  /** The limits that the user set, with pending changes and pauses. */
  limits: state({ fold: newestVersion<OwnLimits>() }),
  /** The newest checkpoint that the server signed; null before the first one. */
  checkpoint: state({ fold: newestReceived<SignedCheckpoint | null>() }),
  /** The published rates of the fund, newest first, including those not in force yet; at most 100. */
  rates: state({ fold: ratesFold, kept: z.array(fundRate) }),
  /** The user's conversation with customer service. */
  support: state({ fold: supportFold }),
  /** Until when customer service is shown as typing to the user; null if it is not. */
  typing: state({ fold: newestReceived<{ until: TimeMs | null }>() }),
  /** The queues of the operator desk. Only its pages read it. */
  desk: state({ fold: deskFold }),
} as const satisfies { [K in TopicName]?: StateRow<SnapshotOf<K>, DeltaOf<K>, unknown> }

/** The name of a topic that is one state. */
export type StateTopic = keyof typeof STATE_TOPICS
/** The state of a topic. */
export type StateOf<K extends StateTopic> = ReturnType<(typeof STATE_TOPICS)[K]['fold']['snapshot']>
