/** The requests of one page. Each one is checked, limited and authorised before it reaches a topic. */
import { z } from 'zod/mini'
import { SOCKET_LIMITS } from '#contract/socket-protocol.ts'
import type { TopicRow } from '#contract/topic-row.ts'
import {
  type SubscribeReply,
  subscribeRequest,
  TOPICS,
  type TopicName,
  topicParams,
  visibleRequest,
} from '#contract/topics.ts'
import type { SocketError } from '#contract/errors.ts'
import type { FleetingTopics } from '#server/platform/socket/fleeting-topics.ts'
import type { PrivateTopics } from '#server/platform/socket/private-topics.ts'
import type { PublicTopics } from '#server/platform/socket/public-topics.ts'
import type { QuoteWheel } from '#server/platform/socket/quote-wheel.ts'
import type { SocketClient } from '#server/platform/socket/socket-client.ts'

/** The topics that a page can subscribe to. */
export interface SocketTopics {
  wheel: QuoteWheel
  publicTopics: PublicTopics
  privateTopics: PrivateTopics
  fleetingTopics: FleetingTopics
}

/** What the page says it has already seen of the topic. */
type Seen = z.output<typeof subscribeRequest>['after']

/** Acknowledges a request of a page. */
export type Answer<Reply = SubscribeReply> = (reply: Reply) => void

/** Handles the requests of one page. */
export interface SocketPage {
  /** Resolves when the first frames of the topic were sent. */
  subscribe(payload: unknown, answer: Answer): Promise<void>
  unsubscribe(payload: unknown, answer: Answer): void
  visible(payload: unknown): void
  /** Ends all subscriptions. */
  leave(): void
}

const isTopicName = (name: string): name is TopicName => Object.hasOwn(TOPICS, name)
const refuse = (answer: Answer, code: SocketError): void => answer({ ok: false, code })

/** The topic of a key. Undefined if there is none or its parameters are malformed. */
function topicOf(key: string): TopicName | undefined {
  const [name = '', ...params] = key.split(':')
  if (!isTopicName(name)) return undefined
  const wanted = TOPICS[name].params
  const fits = wanted.every((kind, at) => topicParams[kind].safeParse(params[at]).success)
  return fits && params.length === wanted.length ? name : undefined
}

/** Why this page may not subscribe to the topic. Null if it may. */
function refusalOf(
  { role, login, guests }: TopicRow,
  { session, operator }: SocketClient,
): SocketError | null {
  if (!login) return null
  const forDesk = role === 'operator'
  if (forDesk !== (operator !== null)) return forDesk ? 'topic_unknown' : 'not_logged_in'
  if (!forDesk && session === null) return 'not_logged_in'
  return session?.guest === true && guests !== true ? 'registration_required' : null
}

interface Wish {
  key: string
  name: TopicName
  after: Seen
}

/** The requested subscription, or the code of the refusal. */
function wishOf(payload: unknown, client: SocketClient): Wish | SocketError {
  const request = subscribeRequest.safeParse(payload)
  if (!request.success) return 'validation_failed'
  const { topic: key, after } = request.data
  const name = topicOf(key)
  if (name === undefined) return 'topic_unknown'
  return refusalOf(TOPICS[name], client) ?? { key, name, after }
}

/** Creates the handler of a page's requests. */
export function createSocketPage(client: SocketClient, topics: SocketTopics): SocketPage {
  const { wheel, publicTopics, privateTopics, fleetingTopics } = topics
  const open = new Map<string, () => void>()
  let left = false
  const shut = (key: string): void => {
    open.get(key)?.()
    open.delete(key)
  }

  const openPrivate = async (key: string, userId: bigint, after: Seen): Promise<void> => {
    let shutAlready = false
    let close = (): void => {
      shutAlready = true
    }
    open.set(key, () => close())
    const feed = await privateTopics.open(client, { userId, topic: key, after })
    close = () => privateTopics.close(feed)
    if (shutAlready) close()
    await feed.started
  }
  const openPublic = async (key: string, answer: Answer): Promise<void> => {
    open.set(key, () => publicTopics.close(client, key))
    const found = await publicTopics.open(client, key, () => answer({ ok: true }))
    if (found) return
    open.delete(key)
    refuse(answer, 'topic_unknown')
  }
  const subscribe = async (payload: unknown, answer: Answer): Promise<void> => {
    // The session has ended, but the connection is not closed yet.
    if (left) return refuse(answer, 'not_logged_in')
    const wish = wishOf(payload, client)
    if (typeof wish === 'string') return refuse(answer, wish)
    const { key, after, name } = wish
    const { session } = client
    shut(key)
    if (open.size >= SOCKET_LIMITS.subscriptions) return refuse(answer, 'too_many_subscriptions')
    if (name === 'quotes' || name === 'stats') {
      open.set(key, () => wheel.shut(client, name))
      answer({ ok: true })
      wheel.open(client, name)
    } else if (session !== null && fleetingTopics.has(name)) {
      answer({ ok: true })
      open.set(key, fleetingTopics.open(client, session.userId, name))
    } else if (session !== null && privateTopics.has(name)) {
      answer({ ok: true })
      await openPrivate(key, session.userId, after)
    } else await openPublic(key, answer)
  }
  return {
    subscribe,
    unsubscribe: (payload, answer) => {
      const request = z.pick(subscribeRequest, { topic: true }).safeParse(payload)
      if (!request.success) return refuse(answer, 'validation_failed')
      shut(request.data.topic)
      answer({ ok: true })
    },
    visible: (payload) => {
      const request = visibleRequest.safeParse(payload)
      if (request.success) wheel.show(client, request.data)
    },
    leave: () => {
      left = true
      open.forEach((close) => close())
      open.clear()
      wheel.remove(client)
    },
  }
}
