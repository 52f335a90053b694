/** The one socket as the topics see it: open a key, hear its events; connection, clock and visibility beside it. */
import { BehaviorSubject, Observable, Subject } from 'rxjs'
import { envelope, SOCKET_EVENTS, type VisibleRequest } from '#contract/topics.ts'
import type { Connection } from '#streams/types.ts'
import {
  type Channel,
  createChannel,
  type TopicEvent,
  type WireCounts,
} from '#streams/wire/channel.ts'
import { createLink, type Link, type LinkStatus } from '#streams/wire/link.ts'
import { createPriceWatch } from '#streams/wire/price-watch.ts'
import type { SequenceMode } from '#streams/wire/sequence.ts'
import { createServerClock } from '#streams/wire/server-clock.ts'
import { systemTiming, type Timing } from '#streams/wire/timing.ts'
import type { TopicCodec } from '#streams/wire/topic-codec.ts'
import type { Transport } from '#streams/wire/transport.ts'

export interface TopicRequest<S, D> {
  topic: string
  codec: TopicCodec<S, D>
  mode: SequenceMode
  /** Belongs to the session: cleared when that changes. */
  personal: boolean
}

export interface Wire {
  connection$: Observable<Connection>
  /** Cold: subscribing subscribes on the socket. At most one at a time for a key. */
  open<S, D>(request: TopicRequest<S, D>): Observable<TopicEvent<S, D>>
  setVisible(request: VisibleRequest): void
  serverNow(): number
  renew(): void
  resume(): void
  close(): void
  counts: Readonly<WireCounts>
}

export interface WireParts {
  transport: Transport
  timing?: Timing
}

interface OpenChannel extends Channel {
  personal: boolean
}

/** On return from the background the link has this long to prove that it still lives. */
const RESUME_TIMEOUT_MS = 3_000
const PRICES = 'quotes'

export function createWire({ transport, timing = systemTiming }: WireParts): Wire {
  const counts: WireCounts = { badFrames: 0, duplicates: 0, resyncs: 0 }
  const channels = new Map<string, OpenChannel>()
  const connection$ = new BehaviorSubject<Connection>({ status: 'connecting' })
  let newestAsOf: number | null = null
  let visible: VisibleRequest | null = null
  let resuming = 0

  const onFrame = (data: unknown): void => {
    const parsed = envelope.safeParse(data)
    if (!parsed.success) {
      counts.badFrames += 1
      return
    }
    const [topic, , , , asOf] = parsed.data
    newestAsOf = Math.max(newestAsOf ?? 0, asOf)
    clock.hint(asOf)
    if (topic === PRICES) prices.heard(asOf)
    channels.get(topic)?.accept(parsed.data)
  }
  const link = createLink({ transport, timing, onFrame })
  const clock = createServerClock(link, timing)
  const prices = createPriceWatch({
    timing,
    onSilent: (asOf) => connection$.next({ status: 'stale', asOf }),
    onHeard: () => connection$.next({ status: 'live' }),
  })
  const sendVisible = (): void => {
    if (visible !== null) link.send(SOCKET_EVENTS.visible, visible)
  }
  const askAll = (): void => {
    connection$.next({ status: 'live' })
    clock.probe()
    sendVisible()
    if (channels.has(PRICES)) prices.start()
    for (const channel of channels.values()) channel.ask()
  }
  const links = link.status$.subscribe((status) => {
    if (status.status === 'up') return askAll()
    resuming += 1
    prices.stop()
    clock.stop()
    connection$.next(connectionOf(status, newestAsOf))
    if (status.status !== 'down') clearPersonal(channels.values())
  })
  const resume = (): void => {
    if (!link.isUp()) return link.drop()
    resuming += 1
    const turn = resuming
    const proven = new Subject<void>()
    connection$.next({
      status: 'reconnecting',
      attempt: 0,
      nextAttemptAt: null,
      asOf: newestAsOf,
    })
    link.request(SOCKET_EVENTS.clock, null, () => proven.next())
    const giveUp = timing.after(RESUME_TIMEOUT_MS, () => turn === resuming && link.drop())
    proven.subscribe(() => {
      giveUp()
      if (turn === resuming && link.isUp()) askAll()
    })
  }

  const open = <S, D>(request: TopicRequest<S, D>): Observable<TopicEvent<S, D>> =>
    new Observable<TopicEvent<S, D>>((out) => {
      const { topic, personal, ...how } = request
      const channel = createChannel<S, D>({
        ...how,
        topic,
        link,
        timing,
        counts,
        next: (event) => out.next(event),
        fail: (error) => out.error(error),
      })
      channels.set(topic, { ...channel, personal })
      if (topic === PRICES && link.isUp()) prices.start()
      channel.ask()
      return () => {
        channel.close()
        channels.delete(topic)
        if (topic === PRICES) prices.stop()
        link.request(SOCKET_EVENTS.unsubscribe, { topic }, () => undefined)
      }
    })

  return {
    connection$,
    open,
    counts,
    setVisible: (request) => {
      visible = request
      sendVisible()
    },
    serverNow: () => clock.now(),
    renew: () => link.renew(),
    resume,
    close: () => closeAll(link, links, connection$),
  }
}

function connectionOf(
  link: Exclude<LinkStatus, { status: 'up' }>,
  asOf: number | null,
): Connection {
  if (link.status !== 'down') return link
  return { status: 'reconnecting', attempt: link.attempt, nextAttemptAt: link.nextAttemptAt, asOf }
}

function clearPersonal(channels: Iterable<OpenChannel>): void {
  for (const channel of channels) if (channel.personal) channel.clear()
}

function closeAll(link: Link, links: { unsubscribe(): void }, done: Subject<Connection>): void {
  links.unsubscribe()
  link.close()
  done.complete()
}
