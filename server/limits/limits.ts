/** A user's own limits: reading them, changing one and taking a break. Only the user can change them. */
import type { z } from 'zod'
import { pageLimit } from '#contract/endpoint.ts'
import type { getOwnLimits, setOwnLimit } from '#contract/endpoints/limits.ts'
import type { OwnLimits, PauseLength } from '#contract/limits.ts'
import { changeLimit, pauseEnd, pauseKindOf } from '#rules/own-limits.ts'
import { type Changed, changeUser } from '#server/platform/user-transaction.ts'
import { tellUsers, selectOutboxHead } from '#server/ledger/outbox-store.ts'
import { changeOfRow, limitOfRow, limitsJson, limitsOfRows } from '#server/limits/limit-rows.ts'
import * as store from '#server/limits/limits-store.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import type { PrivateTopic, SocketHub } from '#server/platform/socket/hub.ts'

/** What own limits need. */
export interface LimitsParts {
  db: Database
  hub: Pick<SocketHub, 'deliver'>
  clock: Pick<MarketClock, 'now'>
}
/** A change that a user requests. */
export type LimitWish = z.output<typeof setOwnLimit.body>

/** The own limits of users. */
export interface Limits {
  read(userId: bigint): Promise<z.output<typeof getOwnLimits.reply>>
  set(owner: store.LimitOwner, wish: LimitWish): Promise<OwnLimits>
  pause(owner: store.LimitOwner, length: PauseLength): Promise<OwnLimits>
}

async function readState(db: Queryable, userId: bigint, atMs: number): Promise<OwnLimits> {
  const rows = await store.selectLimits(db, userId, atMs)
  return limitsOfRows(rows, await store.selectVersion(db, userId), atMs)
}

const NO_ROW = { value: null, next_value: null, next_at: null, changed_at: 0n }
async function rowOf(
  tx: Queryable,
  { userId, kind, nowMs }: { userId: bigint; kind: string; nowMs: number },
) {
  const rows = await store.selectLimits(tx, userId, nowMs)
  return rows.find((row) => row.kind === kind) ?? { ...NO_ROW, kind }
}

/** Whether the user's row changed. A clock that was set back never delays what is due. */
async function change(
  tx: Queryable,
  { owner, wish, nowMs }: { owner: store.LimitOwner; wish: LimitWish; nowMs: number },
): Promise<boolean> {
  const { kind } = wish
  const value = wish.value === null ? null : BigInt(wish.value)
  const row = await rowOf(tx, { userId: owner.userId, kind, nowMs })
  const atMs = Math.max(nowMs, Number(row.changed_at))
  const before = limitOfRow(row)
  const after = changeLimit(before, value, atMs)
  const nextAt = after.pending?.at ?? null
  const same = after.value === before.value && nextAt === (before.pending?.at ?? null)
  if (same && after.pending?.value === before.pending?.value) return false
  const next_value = after.pending?.value ?? null
  await store.writeLimit(tx, { owner, kind, value: after.value, next_value, nextAt, atMs })
  return true
}

async function pause(
  tx: Queryable,
  { owner, length, nowMs }: { owner: store.LimitOwner; length: PauseLength; nowMs: number },
): Promise<boolean> {
  const kind = pauseKindOf(length)
  const row = await rowOf(tx, { userId: owner.userId, kind, nowMs })
  const atMs = Math.max(nowMs, Number(row.changed_at))
  const value = BigInt(pauseEnd(length, atMs))
  if (row.value !== null && row.value >= value) return false
  await store.writeLimit(tx, { owner, kind, value, next_value: null, nextAt: null, atMs })
  return true
}

/** Creates the functions for own limits. */
export function createLimits(parts: LimitsParts): Limits {
  const { db, clock } = parts
  const changed = (
    userId: bigint,
    work: (tx: Queryable, nowMs: number) => Promise<boolean>,
  ): Promise<OwnLimits> =>
    changeUser(parts, userId, async (tx): Promise<Changed<OwnLimits>> => {
      const nowMs = clock.now()
      const anything = await work(tx, nowMs)
      const value = await readState(tx, userId, nowMs)
      if (!anything) return { value, events: [] }
      return { value, events: await tellUsers(tx, [{ userId, topic: 'limits', atMs: nowMs }]) }
    })
  return {
    read: (userId) =>
      db.snapshot(async (tx) => {
        const changes = await store.selectChanges(tx, userId, pageLimit)
        return {
          limits: await readState(tx, userId, clock.now()),
          changes: changes.map(changeOfRow),
        }
      }),
    set: (owner, wish) => changed(owner.userId, (tx, nowMs) => change(tx, { owner, wish, nowMs })),
    pause: (owner, length) =>
      changed(owner.userId, (tx, nowMs) => pause(tx, { owner, length, nowMs })),
  }
}

/** The limits topic. Each event contains the whole state with its version. */
export const limitsTopic = ({ db, clock }: Omit<LimitsParts, 'hub'>): PrivateTopic => ({
  name: 'limits',
  snapshot: (userId) =>
    db.snapshot(async (tx) => ({
      seq: await selectOutboxHead(tx, userId, 'limits'),
      json: limitsJson(await readState(tx, userId, clock.now())),
    })),
})
