/** Users who place orders over HTTP: with sessions and money, one after the other or at a steady rate. */
import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { secretHash } from '#server/platform/http/cookies.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { addSessionEvidence } from '#support/credentials.ts'
import { makeUsers } from './positions.ts'

const CASH = 1_000_000n

export interface OrderUser {
  userId: bigint
  cookie: string
}
export async function makeOrderUsers(owner: Queryable, count: number): Promise<OrderUser[]> {
  const users = await makeUsers(owner, count, CASH)
  const secrets = users.map(() => randomBytes(32).toString('base64url'))
  await owner.query(
    `insert into sessions (secret_hash, handle, user_id, created_at, seen_at, expires_at, device_hash)
      select s, 'bench-' || u, u, now(), now(), now() + interval '30 days', ''
      from unnest($1::bytea[], $2::bigint[]) x (s, u)`,
    [secrets.map(secretHash), users],
  )
  await addSessionEvidence(owner)
  return users.map((userId, i) => ({ userId, cookie: `fairtick=${secrets[i]}` }))
}

export const keyOf = (n: number): string => `bench-http-${n}`.padEnd(16, '-')

export interface SentOrder {
  cookie: string
  key: string
  body: string
  path?: string
}
export interface Sender {
  /** Resolves when the order was acknowledged. */
  place(order: SentOrder): Promise<void>
  close(): void
}

export function createSender(address: string): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const place = ({ cookie, key, body, path = '/api/orders' }: SentOrder): Promise<void> => {
    const headers = {
      'content-type': 'application/json',
      'content-length': body.length,
      cookie,
      'idempotency-key': key,
    }
    return new Promise((resolve, reject) => {
      const sent = request(`${address}${path}`, { method: 'POST', agent, headers }, (answer) => {
        answer.resume()
        answer.once('end', () =>
          answer.statusCode === 200 ? resolve() : reject(new Error(`status ${answer.statusCode}`)),
        )
      })
      sent.once('error', reject)
      sent.end(body)
    })
  }
  return { place, close: () => agent.destroy() }
}

/** An order that was acknowledged, and when it was sent and how long that took, ms. */
export interface Acknowledged {
  key: string
  sentAt: number
  tookMs: number
}
export interface Stream {
  acknowledged: Acknowledged[]
  /** Why the others were not. */
  failures: string[]
  /** Sends no more orders, and waits for the answers. */
  stop(): Promise<void>
}

/** Sends so many orders per second, whether those before are answered or not. */
export function streamOrders(sender: Sender, perSecond: number, next: () => SentOrder): Stream {
  const waiting = new Set<Promise<void>>()
  const stream: Stream = { acknowledged: [], failures: [], stop: async () => undefined }
  const send = async (order: SentOrder): Promise<void> => {
    const sentAt = performance.now()
    try {
      await sender.place(order)
      stream.acknowledged.push({ key: order.key, sentAt, tookMs: performance.now() - sentAt })
    } catch (error) {
      stream.failures.push(String(error))
    }
  }
  const startedAt = performance.now()
  let sent = 0
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) * perSecond) / 1_000
    for (; sent < due; sent += 1) {
      const answered = send(next()).finally(() => waiting.delete(answered))
      waiting.add(answered)
    }
  }, 1)
  stream.stop = async () => {
    clearInterval(timer)
    await Promise.all(waiting)
  }
  return stream
}
