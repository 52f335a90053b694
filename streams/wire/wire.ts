/**
 * The one socket of a page as the topics use it: open a topic and receive its events. It also provides the connection
 * status, the server clock and the visible set.
 */
import { Observable } from 'rxjs'
import { SOCKET_EVENTS } from '#contract/socket-protocol.ts'
import { envelope, type VisibleRequest } from '#contract/topics.ts'
import type { Connection } from '#streams/types.ts'
import {
  type Channel,
  createChannel,
  type TopicEvent,
  type WireCounts,
} from '#streams/wire/channel.ts'
import { type Away, createConnectionStatus, PRICES } from '#streams/wire/connection-status.ts'
import { createLink } from '#streams/wire/link.ts'
import { createResume } from '#streams/wire/resume.ts'
import type { SequenceMode } from '#streams/wire/sequence.ts'
import { createServerClock, type ServerClock } from '#streams/wire/server-clock.ts'
import { systemTiming, type Timing } from '#streams/wire/timing.ts'
import type { TopicCodec } from '#streams/wire/topic-codec.ts'
import type { Transport } from '#streams/wire/transport.ts'

export interface TopicRequest<S, D> {
  topic: string
  codec: TopicCodec<S, D>
  mode: SequenceMode
  /** Whether the data belongs to the session. It is cleared when the session changes. */
  personal: boolean
}

/** The socket of one page. */
export interface Wire {
  connection$: Observable<Connection>
  /**
   * Opens a topic on the socket while the result has a subscriber. Each key may have at most one subscriber at a time.
   */
  open<S, D>(request: TopicRequest<S, D>): Observable<TopicEvent<S, D>>
  setVisible(request: VisibleRequest): void
  serverNow(): number
  clock: Pick<ServerClock, 'quality' | 'probe'>
  renew(): void
  resume(): void
  close(): void
  counts: Readonly<WireCounts>
}

/** What a wire depends on. */
export interface WireParts {
  transport: Transport
  timing?: Timing
}

interface OpenChannel extends Channel {
  personal: boolean
}

/** The status while the link is up but has not proved that it is alive. */
const DOUBTFUL: Away = { status: 'down', attempt: 0, nextAttemptAt: null }

/** Creates the wire of a page and connects at once. */
export function createWire({ transport, timing = systemTiming }: WireParts): Wire {
  const counts: WireCounts = { badFrames: 0, duplicates: 0, resyncs: 0 }
  const channels = new Map<string, OpenChannel>()
  const status = createConnectionStatus(timing)
  let visible: VisibleRequest | null = null

  const onFrame = (data: unknown): void => {
    const parsed = envelope.safeParse(data)
    if (!parsed.success) return void counts.badFrames++
    const [topic, , , , asOf] = parsed.data
    clock.hint(asOf)
    status.heard(topic, asOf)
    channels.get(topic)?.accept(parsed.data)
  }
  const link = createLink({ transport, timing, onFrame })
  const clock = createServerClock(link, timing)
  const sendVisible = (): void => {
    if (visible !== null) link.send(SOCKET_EVENTS.visible, visible)
  }
  const onUp = (up?: { polled?: true }): void => {
    status.up(up)
    clock.probe()
    sendVisible()
    for (const channel of channels.values()) channel.ask()
  }
  const onAway = (away: Away): void => {
    resume.cancel()
    clock.stop()
    status.away(away)
    if (away.status === 'down') return
    for (const channel of channels.values()) if (channel.personal) channel.clear()
  }
  const onDoubt = (): void => status.away(DOUBTFUL)
  const resume = createResume({ link, timing, onDoubt, onProof: onUp })
  const links = link.status$.subscribe((next) => (next.status === 'up' ? onUp(next) : onAway(next)))
  return {
    connection$: status.connection$,
    counts,
    open: (request) =>
      new Observable((out) => {
        const { topic, personal } = request
        const next = out.next.bind(out)
        const fail = out.error.bind(out)
        const channel = createChannel({ ...request, link, timing, counts, next, fail })
        channels.set(topic, { ...channel, personal })
        if (topic === PRICES) status.watchPrices(true)
        channel.ask()
        return () => {
          channel.close()
          channels.delete(topic)
          if (topic === PRICES) status.watchPrices(false)
          link.request(SOCKET_EVENTS.unsubscribe, { topic }, () => undefined)
        }
      }),
    setVisible: (request) => {
      visible = request
      sendVisible()
    },
    serverNow: clock.now,
    clock,
    renew: link.renew,
    resume: resume.begin,
    close: () => {
      links.unsubscribe()
      onAway({ status: 'ended' })
      link.close()
      status.close()
    },
  }
}
