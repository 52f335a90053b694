/** Shared receipts: a random code opens one settled order's receipt to strangers, until its user revokes it. */
import { randomBytes } from 'node:crypto'
import { orderId, timeMs, type OrderId } from '#contract/scalars.ts'
import {
  type SettledReceipt,
  SHARED_FORMAT,
  type SharedReceipt,
} from '#contract/settlement-receipt.ts'
import {
  SHARE_CODE_DIGITS,
  SHARE_CODE_LENGTH,
  type Share,
  type ShareCode,
  shareCode,
  SHARES_MAX,
  SHARES_PER_DAY,
} from '#contract/sharing.ts'
import { dayStartAt, nextDayStart } from '#rules/business-day.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { documentId } from '#server/platform/db/pages.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import { changeUser } from '#server/platform/user-transaction.ts'
import * as store from '#server/sharing/sharing-store.ts'
import type { Trading } from '#server/trading/trading.ts'

/** What shared receipts need. */
export interface SharingParts {
  db: Database
  hub: Pick<SocketHub, 'deliver'>
  clock: Pick<MarketClock, 'now'>
  trading: Pick<Trading, 'receipt'>
}

/** The functions of the area. */
export interface Sharing {
  /** Shares the receipt of a settled order. An order that is shared already keeps its code. */
  share(userId: bigint, id: OrderId): Promise<Share>
  revoke(userId: bigint, id: OrderId): Promise<void>
  list(userId: bigint): Promise<Share[]>
  /** The shared receipt. An unknown or revoked code is `not_found`. */
  read(code: ShareCode): Promise<SharedReceipt>
}

/** A random code. The number of digits is a power of two, so all codes are equally likely. */
const newCode = (): ShareCode =>
  shareCode.parse(
    [...randomBytes(SHARE_CODE_LENGTH)]
      .map((byte) => SHARE_CODE_DIGITS[byte % SHARE_CODE_DIGITS.length])
      .join(''),
  )

const shareOfRow = ({ code, order_id, created_at }: store.ShareRow): Share => ({
  code: shareCode.parse(code),
  orderId: orderId.parse(order_id.toString()),
  createdAt: timeMs.parse(Number(created_at)),
})

/** What strangers get of a receipt: no transfers, and not whether a check has frozen the order. */
function withoutLedger(receipt: SettledReceipt): SharedReceipt {
  const { transfers: _, order, ...rest } = receipt
  const { frozen: __, ...plain } = order
  return { ...rest, order: plain, format: SHARED_FORMAT }
}

/** Another user's order is `not_found`, like one that does not exist. */
async function ownOrder(tx: Queryable, userId: bigint, id: OrderId) {
  const order = documentId(id)
  const settled = order === null ? null : await store.selectSettled(tx, userId, order)
  if (order === null || settled === null) throw new Rejected('not_found')
  return { order, settled }
}

async function shareOrder(
  tx: Queryable,
  { userId, id, nowMs }: { userId: bigint; id: OrderId; nowMs: number },
): Promise<Share> {
  const { order, settled } = await ownOrder(tx, userId, id)
  const shares = await store.selectShares(tx, userId)
  const known = shares.find(({ order_id }) => order_id === order)
  if (known !== undefined) return shareOfRow(known)
  if (!settled) throw new Rejected('not_settled')
  if (shares.length >= SHARES_MAX) throw new Rejected('too_many_shares', { limit: SHARES_MAX })
  if ((await store.countSince(tx, userId, dayStartAt(nowMs))) >= SHARES_PER_DAY) {
    const resetsAt = nextDayStart(nowMs)
    throw new Rejected('daily_count_reached', { limit: SHARES_PER_DAY, resetsAt })
  }
  const row = { code: newCode(), user_id: userId, order_id: order, created_at: BigInt(nowMs) }
  await store.insertShare(tx, row)
  return shareOfRow(row)
}

/** Creates the functions for shared receipts. */
export function createSharing(parts: SharingParts): Sharing {
  const { db, clock, trading } = parts
  return {
    share: (userId, id) =>
      changeUser(parts, userId, async (tx) => ({
        value: await shareOrder(tx, { userId, id, nowMs: clock.now() }),
        events: [],
      })),
    revoke: async (userId, id) => {
      await changeUser(parts, userId, async (tx) => {
        const { order } = await ownOrder(tx, userId, id)
        const revoked = { userId, orderId: order, atMs: clock.now() }
        return { value: await store.revokeShareOf(tx, revoked), events: [] }
      })
    },
    list: async (userId) => (await store.selectShares(db, userId)).map(shareOfRow),
    read: async (code) => {
      const row = await store.selectByCode(db, code)
      if (row === undefined) throw new Rejected('not_found')
      return withoutLedger(await trading.receipt(row.user_id, shareOfRow(row).orderId))
    },
  }
}
