/** The SQL of all data about one user, list by list, newest first, in bounded pages. */
import { z } from 'zod'
import type { Queryable } from '#server/platform/db/database.ts'

/**
 * A plain row as the export writes it: moments as ISO text, amounts as decimals, without encrypted data and digests.
 */
const plainRow = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.record(z.string(), z.string())]),
)
export type PlainRow = z.infer<typeof plainRow>

const iso = (ms: string): string =>
  `to_char(to_timestamp(${ms} / 1000.0) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const isoOf = (moment: string): string =>
  `to_char(${moment} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Own limits store amounts, counts and the ends of breaks in one column. */
const ownValue = (column: string): string =>
  `case when kind in ('time_out', 'exclusion') then ${iso(column)}
    when kind in ('open_positions', 'session_minutes') then ${column}::text
    else money_text(${column}) end`

/** The user's tables that are read in pages, with the columns that the user may read. */
const LISTS = {
  deposits: `'id', id::text, 'method', method, 'amount', money_text(amount), 'status', status,
    'hasProof', proof is not null, 'createdAt', ${iso('created_at')}, 'reviewAt', ${iso('review_at')},
    'decidedAt', ${iso('decided_at')}, 'reviewer', reviewer, 'reason', reason`,
  withdrawals: `'id', id::text, 'amount', money_text(amount), 'fee', money_text(fee),
    'net', money_text(amount - fee), 'destinationKind', destination_kind,
    'destinationBank', destination_bank, 'destinationNumber', destination_number, 'status', status,
    'createdAt', ${iso('created_at')}, 'reviewAt', ${iso('review_at')},
    'decidedAt', ${iso('decided_at')}, 'sentAt', ${iso('sent_at')}, 'doneAt', ${iso('done_at')},
    'reviewer', reviewer, 'reason', reason`,
  messages: `'id', id::text, 'kind', kind, 'params', params, 'texts', (select a.texts from announcements a
      where a.id = messages.announcement_id), 'sentAt', ${iso('sent_at')},
    'readAt', ${iso('read_at')}`,
  support_messages: `'id', id::text, 'author', author, 'operator', operator, 'text', text,
    'photo', photo_id::text, 'about', about_kind, 'aboutId', about_id::text, 'question', question,
    'answer', answer, 'sentAt', ${iso('sent_at')}`,
  support_threads: `'waitingSince', ${iso('waiting_since')}, 'newest', last_id::text,
    'receivedByYou', user_delivered::text, 'readByYou', user_read::text,
    'receivedByStaff', staff_delivered::text, 'readByStaff', staff_read::text`,
  log_ins: `'at', ${iso('at')}, 'succeeded', succeeded, 'refused', refused, 'times', times,
    'lastAt', ${iso('coalesce(last_at, at)')}, 'addresses', array_to_string(addresses, ' '),
    'knownDevice', known, 'device', user_agent, 'address', address`,
  account_locks: `'reason', reason, 'lockedAt', ${iso('locked_at')}, 'unlockedAt', ${iso('unlocked_at')}`,
  account_closings: `'askedAt', ${iso('asked_at')}, 'closesAt', ${iso('closes_at')},
    'keptAt', ${iso('kept_at')}, 'closedAt', ${iso('closed_at')}`,
  sessions: `'device', user_agent, 'address', address, 'createdAt', ${isoOf('created_at')},
    'seenAt', ${isoOf('seen_at')}, 'expiresAt', ${isoOf('expires_at')},
    'endedAt', ${isoOf('revoked_at')}`,
  photos: `'id', id::text, 'purpose', purpose, 'width', width, 'height', height, 'bytes', bytes,
    'createdAt', ${iso('created_at')}, 'deletedAt', ${iso('deleted_at')}`,
  verifications: `'id', id::text, 'status', status, 'nationality', nationality, 'name', name_mask,
    'idNumber', id_number_mask, 'submittedAt', ${iso('submitted_at')},
    'decidedAt', ${iso('decided_at')}, 'reviewer', reviewer, 'reason', reason,
    'photosUntil', ${iso('photos_until')}`,
  account_recoveries: `'id', id::text, 'lost', lost, 'status', status, 'askedAt', ${iso('asked_at')},
    'reviewAt', ${iso('review_at')}, 'decidedBy', decided_by, 'decidedAt', ${iso('decided_at')},
    'reason', reason, 'readyAt', ${iso('ready_at')}, 'openedAt', ${iso('opened_at')},
    'endedAt', ${iso('ended_at')}, 'vetoedBy', vetoed_by`,
  payout_accounts: `'kind', kind, 'nationality', nationality, 'holder', holder_mask, 'bank', bank,
    'number', number_mask, 'address', address_mask, 'setAt', ${iso('set_at')},
    'heldUntil', ${iso('held_until')}, 'replacedAt', ${iso('replaced_at')}`,
  price_alerts: `'id', id::text, 'symbol', (select p.symbol from products p where p.id = product_id),
    'direction', direction, 'priceScaled', price, 'status', status, 'createdAt', ${iso('created_at')},
    'hitTick', hit_seq, 'hitAt', ${iso('hit_at')}, 'hitPriceScaled', hit_price,
    'endedAt', ${iso('ended_at')}`,
  shared_receipts: `'id', id::text, 'code', code, 'orderId', order_id::text,
    'createdAt', ${iso('created_at')}, 'revokedAt', ${iso('revoked_at')}`,
  own_limit_changes: `'id', id::text, 'kind', kind, 'at', ${iso('at')},
    'value', ${ownValue('value')}, 'nextValue', ${ownValue('next_value')},
    'nextAt', ${iso('next_at')}`,
  push_devices: `'id', id::text, 'service', substring(endpoint from '^[a-z]+://([^/]+)'),
    'language', language, 'createdAt', ${iso('created_at')}`,
  mail_addresses: `'address', masked, 'language', language, 'askedAt', ${iso('asked_at')},
    'confirmedAt', ${iso('confirmed_at')}, 'endedAt', ${iso('ended_at')}, 'unusableAt', ${iso('unusable_at')}`,
  outlet_messages: `'channel', channel, 'kind', kind, 'createdAt', ${iso('created_at')}, 'state', state,
    'endedAt', ${iso('done_at')}`,
  push_switches: `'settled', settled, 'reviews', reviews, 'alerts', alerts,
    'announcements', announcements`,
  fund_accounts: `'openedThrough', opened_through::text, 'income', money_text(income),
    'incomeToday', money_text(income_today), 'carryMillionthsOfACent', carry,
    'transfersInToday', subscriptions, 'withdrawalsToday', redemptions,
    'withdrawnInstantlyToday', money_text(instant)`,
  fund_lots: `'id', id::text, 'kind', kind, 'amount', money_text(amount),
    'remaining', money_text(remaining), 'status', status, 'tradeDay', trade_day::text,
    'confirmDay', confirm_day::text, 'createdAt', ${iso('created_at')},
    'cancellableUntil', ${iso('cancellable_until')}, 'confirmedAt', ${iso('confirmed_at')},
    'endedAt', ${iso('ended_at')}`,
  fund_redemptions: `'id', id::text, 'amount', money_text(amount), 'speed', speed, 'status', status,
    'tradeDay', trade_day::text, 'payDay', pay_day::text, 'createdAt', ${iso('created_at')},
    'cancellableUntil', ${iso('cancellable_until')}, 'endedAt', ${iso('ended_at')},
    'fromLots', (select coalesce(json_object_agg(l.lot_id, money_text(l.amount) order by l.lot_id), '{}')
      from fund_redemption_lots l where l.redemption_id = fund_redemptions.id)`,
  fund_accruals: `'day', day::text, 'share', money_text(share), 'dailyRateMillionths', daily_rate,
    'carryBefore', carry_before, 'credited', money_text(credited), 'carryAfter', carry_after`,
} as const
export type ListName = keyof typeof LISTS

interface Cursor {
  id: string
  order: string
  /** The condition for rows after the cursor $2. */
  after: string
}
const BY_ID: Cursor = { id: 'id', order: 'id', after: 'id < $2' }
/** Cursors of tables without a sequential id. The last day that a cursor can express is in 2243. */
const CURSORS: Partial<Record<ListName, Cursor>> = {
  push_switches: { id: 'user_id', order: 'user_id', after: 'user_id < $2' },
  fund_accounts: { id: 'user_id', order: 'user_id', after: 'user_id < $2' },
  support_threads: { id: 'user_id', order: 'user_id', after: 'user_id < $2' },
  fund_accruals: {
    id: "(day - date '1970-01-01')::bigint",
    order: 'day',
    after: "day < date '1970-01-01' + least($2::bigint, 100000)::int",
  },
}

export interface ListPage {
  userId: bigint
  /** Rows with smaller ids, or smaller values of the cursor. */
  before: bigint
  limit: number
}

/** Reads a page of a list. */
export async function selectList(
  tx: Queryable,
  list: ListName,
  { userId, before, limit }: ListPage,
): Promise<{ id: bigint; row: PlainRow }[]> {
  const { id, order, after } = CURSORS[list] ?? BY_ID
  const rows = await tx.query<{ id: bigint; row: unknown }>(
    `select ${id} as id, json_build_object(${LISTS[list]}) as row from ${list}
      where user_id = $1 and ${after} order by ${order} desc limit $3`,
    [userId, before, limit],
  )
  return rows.map((row) => ({ id: row.id, row: plainRow.parse(row.row) }))
}

/** The user's profile and the second factors that are on, without anything that authenticates. */
export async function selectProfile(tx: Queryable, userId: bigint, atMs: number): Promise<unknown> {
  const [found] = await tx.query<{ profile: unknown }>(
    `select json_build_object('number', u.id::text, 'account', u.account, 'nickname', u.nickname,
        'phone', u.phone, 'openingCode', u.opening_code, 'level', 'ordinary',
        'createdAt', ${isoOf('u.created_at')},
        'safetyWord', u.safety_word,
        'invited', (select count(*) from users i where i.invited_by = u.id),
        'withdrawalsHeldUntil', ${iso('(select max(until) from withdrawal_holds where user_id = u.id)')},
        'balance', balance_state(u.id, $2)::json,
        'authenticatorSince', (select ${iso('t.confirmed_at')} from totp_factors t
          where t.user_id = u.id and t.confirmed_at is not null),
        'recoveryCodesLeft', (select count(*) from recovery_codes r
          where r.user_id = u.id and r.used_at is null),
        'passkeys', (select coalesce(json_agg(json_build_object('name', p.name,
            'createdAt', ${iso('p.created_at')}, 'lastUsedAt', ${iso('p.last_used_at')})
            order by p.created_at), '[]'::json)
          from passkeys p where p.user_id = u.id)) as profile
      from users u where u.id = $1`,
    [userId, atMs],
  )
  if (found === undefined) throw new Error(`no user ${userId}`)
  return found.profile
}

/** A signed receipt. */
export interface ReceiptRow {
  id: bigint
  receipt_text: string
  receipt_signature: string
  receipt_key_id: string
}
/** Reads a page of a user's receipts. */
export function selectReceipts(
  tx: Queryable,
  userId: bigint,
  ids: readonly bigint[],
): Promise<ReceiptRow[]> {
  return tx.query<ReceiptRow>(
    `select id, receipt_text, receipt_signature, receipt_key_id from orders
      where user_id = $1 and id = any ($2) order by id desc`,
    [userId, ids],
  )
}
