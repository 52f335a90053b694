/** Builds the streams of one page: one wire and one stream per topic. Pages share nothing. */
import { asyncScheduler, type SchedulerLike } from 'rxjs'
import type { z } from 'zod'
import { TOPICS } from '#contract/topics.ts'
import { alertsFold } from '#streams/topics/alerts.ts'
import { balanceFold } from '#streams/topics/balance.ts'
import { candlesTopic } from '#streams/topics/candles.ts'
import { deskFold } from '#streams/topics/desk.ts'
import { depositsFold, withdrawalsFold } from '#streams/topics/documents.ts'
import { type FoldedTopic, foldedTopic } from '#streams/topics/folded-topic.ts'
import { fundFold } from '#streams/topics/fund.ts'
import { limitsFold } from '#streams/topics/limits.ts'
import { messagesFold } from '#streams/topics/messages.ts'
import { positionsFold } from '#streams/topics/positions.ts'
import { profileFold } from '#streams/topics/profile.ts'
import { quotesTopic } from '#streams/topics/quotes.ts'
import { ratesFold } from '#streams/topics/rates.ts'
import { sessionsTopic } from '#streams/topics/sessions.ts'
import { statsTopic } from '#streams/topics/stats.ts'
import { supportFold, typingFold } from '#streams/topics/support.ts'
import { createVisibleSet } from '#streams/topics/visible-set.ts'
import type { Streams } from '#streams/types.ts'
import type { EarlySocket } from '#streams/wire/early-socket.ts'
import { socketTransport } from '#streams/wire/socket-transport.ts'
import { systemTiming, type Timing } from '#streams/wire/timing.ts'
import { onceClear, type Transport } from '#streams/wire/transport.ts'
import { createWire } from '#streams/wire/wire.ts'

/** The options of a page's streams. All are optional. */
export interface StreamsOptions {
  /** The origin of the server; the default is the page's own. */
  url?: string
  /** Whether this is a page of the operator desk. */
  desk?: boolean
  /** The socket that the page opened before the app's code was loaded. */
  early?: EarlySocket | undefined
  /** Returns true when the socket may connect, or a promise of whether it may. Called before each attempt. */
  clear?: () => true | Promise<boolean>
  /** Replaces the socket in tests. */
  transport?: Transport
  timing?: Timing
  scheduler?: SchedulerLike
}

/** Creates the streams and connects at once. A topic is opened when its first reader subscribes. */
export function createStreams(options: StreamsOptions = {}): Streams {
  const { timing = systemTiming, scheduler = asyncScheduler, clear = () => true } = options
  const transport = onceClear(clear, options.transport ?? socketTransport(options))
  const wire = createWire({ transport, timing })
  const visible = createVisibleSet(timing, (request) => wire.setVisible(request))
  const folded = <S extends z.ZodType, D extends z.ZodType, T>(parts: FoldedTopic<S, D, T>) => {
    const state$ = foldedTopic(wire, scheduler, parts)
    return () => state$
  }
  return {
    quote: quotesTopic(wire, scheduler, visible),
    stats: statsTopic(wire, scheduler, visible),
    session: sessionsTopic(wire, scheduler),
    candles: candlesTopic(wire, scheduler),
    positions: folded({ row: TOPICS.positions, topic: 'positions', fold: positionsFold }),
    balance: folded({ row: TOPICS.balance, topic: 'balance', fold: balanceFold }),
    messages: folded({ row: TOPICS.messages, topic: 'messages', fold: messagesFold }),
    profile: folded({ row: TOPICS.profile, topic: 'profile', fold: profileFold }),
    deposits: folded({ row: TOPICS.deposits, topic: 'deposits', fold: depositsFold }),
    withdrawals: folded({ row: TOPICS.withdrawals, topic: 'withdrawals', fold: withdrawalsFold }),
    alerts: folded({ row: TOPICS.alerts, topic: 'alerts', fold: alertsFold }),
    fund: folded({ row: TOPICS.fund, topic: 'fund', fold: fundFold }),
    limits: folded({ row: TOPICS.limits, topic: 'limits', fold: limitsFold }),
    rates: folded({ row: TOPICS.rates, topic: 'rates', fold: ratesFold }),
    support: folded({ row: TOPICS.support, topic: 'support', fold: supportFold }),
    typing: folded({ row: TOPICS.typing, topic: 'typing', fold: typingFold }),
    desk: folded({ row: TOPICS.desk, topic: 'desk', fold: deskFold }),
    connection: () => wire.connection$,
    serverNow: () => wire.serverNow(),
    renew: () => wire.renew(),
    resume: () => wire.resume(),
    close: () => wire.close(),
  }
}
