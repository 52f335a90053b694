/** The files of the export, each with a name and its text, which is read piece by piece from one snapshot. */
import { z } from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { MAX_ID } from '#server/platform/db/pages.ts'
import * as columns from '#server/records/export-columns.ts'
import {
  type ListName,
  type PlainRow,
  selectList,
  selectProfile,
  selectReceipts,
} from '#server/records/export-store.ts'
import { act } from '#contract/records.ts'
import { actsOf } from '#server/platform/operator-log.ts'
import { wireRecord } from '#server/records/records.ts'
import { selectRecords } from '#server/records/records-store.ts'
import { orderOfRow, wireOrder } from '#server/trading/order-row.ts'
import { selectOrders } from '#server/trading/trading-store.ts'
import { CSV_BOM, type CsvColumn, csvHeader, csvLine } from '#rules/csv.ts'

export interface ExportFile {
  name: string
  text: Iterable<string> | AsyncIterable<string>
}
interface Item<Row> {
  /** The cursor of the items that follow. */
  id: bigint
  row: Row
}
/** Reads the next page after a cursor, newest first. Null for the first page. */
type Pages<Row> = (before: bigint | null) => Promise<Item<Row>[]>

/**
 * Maximum rows in memory, whatever the length of the list. The number is low, so that other requests are served in
 * between.
 */
const BATCH = 250
const EVER = { from: 0, to: 8_640_000_000_001 }

async function* batches<Row>(pages: Pages<Row>): AsyncGenerator<Row[]> {
  for (let before: bigint | null = null; ; ) {
    const page: Item<Row>[] = await pages(before)
    const last = page.at(-1)
    if (last === undefined) return
    yield page.map(({ row }) => row)
    if (page.length < BATCH) return
    before = last.id
  }
}

async function* jsonOf<Row>(pages: Pages<Row>): AsyncGenerator<string> {
  let comma = ''
  yield '['
  for await (const rows of batches(pages)) {
    yield comma + rows.map((row) => `\n${JSON.stringify(row)}`).join(',')
    comma = ','
  }
  yield '\n]\n'
}

async function* csvOf<Row>(
  pages: Pages<Row>,
  of: readonly CsvColumn<Row>[],
): AsyncGenerator<string> {
  yield CSV_BOM + csvHeader(of)
  for await (const rows of batches(pages)) yield rows.map((row) => csvLine(of, row)).join('')
}

async function* profileText(tx: Queryable, userId: bigint, atMs: number): AsyncGenerator<string> {
  yield `${JSON.stringify(await selectProfile(tx, userId, atMs), null, 2)}\n`
}

function sourcesOf(tx: Queryable, userId: bigint) {
  const list =
    (name: ListName): Pages<PlainRow> =>
    (before) =>
      selectList(tx, name, { userId, before: before ?? MAX_ID, limit: BATCH })
  const orderRows = (before: bigint | null) =>
    selectOrders(tx, userId, {
      status: 'all',
      outcome: null,
      symbol: null,
      ...EVER,
      before,
      limit: BATCH,
    })
  const records: Pages<ReturnType<typeof wireRecord>> = async (before) => {
    const rows = await selectRecords(tx, userId, { kind: null, ...EVER, before, limit: BATCH })
    return rows.map((row) => ({ id: row.id, row: wireRecord(row) }))
  }
  const orders: Pages<ReturnType<typeof wireOrder>> = async (before) =>
    (await orderRows(before)).map((row) => ({ id: row.id, row: wireOrder(orderOfRow(row)) }))
  const receipts: Pages<object> = async (before) => {
    const ids = (await orderRows(before)).map(({ id }) => id)
    const byId = new Map(
      (await selectReceipts(tx, userId, ids)).map((receipt) => [receipt.id, receipt]),
    )
    return ids.map((id) => {
      const receipt = byId.get(id)
      const row = {
        orderId: id.toString(),
        text: receipt?.receipt_text,
        signature: receipt?.receipt_signature,
        keyId: receipt?.receipt_key_id,
      }
      return { id, row }
    })
  }
  const acts: Pages<object> = async (before) => {
    const found = await actsOf(tx, userId, { before, limit: BATCH })
    return found.map((entry) => ({ id: BigInt(entry.seq), row: z.encode(act, entry) }))
  }
  return { list, records, orders, receipts, acts }
}

function fundFiles(list: (name: ListName) => Pages<PlainRow>): ExportFile[] {
  const both = (
    name: string,
    pages: Pages<PlainRow>,
    of: readonly CsvColumn<PlainRow>[],
  ): ExportFile[] => [
    { name: `${name}.json`, text: jsonOf(pages) },
    { name: `${name}.csv`, text: csvOf(pages, of) },
  ]
  return [
    ...both('fund-account', list('fund_accounts'), columns.FUND_ACCOUNT_COLUMNS),
    ...both('fund-lots', list('fund_lots'), columns.FUND_LOT_COLUMNS),
    ...both('fund-withdrawals', list('fund_redemptions'), columns.REDEMPTION_COLUMNS),
    ...both('fund-income', list('fund_accruals'), columns.ACCRUAL_COLUMNS),
  ]
}

/** The text of the README, the first file of the archive. */
const EXPORT_README = `Everything this server keeps about you, as it stood at one moment.

Lists come newest first, as JSON; those with amounts as CSV too. Amounts are decimals, moments are UTC.

profile.json           who you are here, your balance, and which second factors are on
verification.json      each identity you sent in, masked: names and numbers are kept sealed
payout-accounts.json   where withdrawals went and go, masked
photos.json            photos you sent; while one is kept you can look at it in the app
ledger.json, .csv      every change of your account, with the balance after it; entries, in the JSON, says what it
                       changed on each of your accounts, holds included
orders.json, .csv      your orders with the ticks that decided them; prices are whole numbers of the smallest step
receipts.json          the signed statement of each order; the signature is Ed25519 over the text, byte for byte
deposits, withdrawals  the documents and where their review stands
fund-account           your place in the balance fund; the figures of a day are of the day openedThrough
fund-lots              transfers in and credited income; cancellableUntil is the cut-off, remaining what is left of it
fund-withdrawals       withdrawals from the fund; fromLots, in the JSON, says which lots each was paid from
fund-income            each day's income: share in cents x dailyRateMillionths + carryBefore is credited in cents
                       x 1,000,000 + carryAfter, exactly
price-alerts.json      prices you wanted to hear of; they are whole numbers of the smallest step
shared-receipts.json   receipts that you shared, with the code of each; revokedAt is when it stopped working
own-limits.json        each change of the limits you set for yourself and each break; value holds from at, nextValue
                       from nextAt on, and null is no limit
push-devices.json      browsers that asked to be pushed to, and push-switches.json what about
mail-addresses.json    addresses you asked to be written to, masked; they are kept sealed while they are used
notices.json           what was sent outside of the app, by mail or to the operator's own system, and how that ended
messages.json          what the house told you
customer-service.json  what you, staff and the practice helper wrote, and customer-service-marks.json how far each
                       side had read
acts.json              what operators and the practice reviewer did that concerns you. Each hash is SHA-256 over the
                       fields fairtick-operator-3, seq, at, actor, act, userNumber, ref, reason and salt, each as its
                       length in bytes, a colon and the field; at is in milliseconds as in the file, reason may be an
                       operator's own words (why in the file), and an absent reason is empty. Where format is 2, the
                       fields begin with fairtick-operator-2 and end with previousHash; where it is 1, they begin with
                       fairtick-operator-1 and are joined by |. The public chain of operators has each hash under its
                       seq, and signed checkpoints name it
log-ins.json           when, where and on which device somebody logged in, tried to, or was refused
recoveries.json        recoveries of the account that were reviewed, and how each ended
account-locks.json     when you locked the account, and account-closings.json when you asked to close it
sessions.json          devices that are or were signed in

Never in here: passwords, keys, codes and their digests, and what belongs to anybody else.
`

/** The files in the order of the archive. Each text can be read once, one after another, while `tx` is open. */
export function exportFiles(tx: Queryable, userId: bigint, atMs: number): ExportFile[] {
  const { list, records, orders, receipts, acts } = sourcesOf(tx, userId)
  const deposits = list('deposits')
  const withdrawals = list('withdrawals')
  return [
    { name: 'README.txt', text: [EXPORT_README] },
    { name: 'profile.json', text: profileText(tx, userId, atMs) },
    { name: 'verification.json', text: jsonOf(list('verifications')) },
    { name: 'recoveries.json', text: jsonOf(list('account_recoveries')) },
    { name: 'payout-accounts.json', text: jsonOf(list('payout_accounts')) },
    { name: 'photos.json', text: jsonOf(list('photos')) },
    { name: 'ledger.json', text: jsonOf(records) },
    { name: 'ledger.csv', text: csvOf(records, columns.RECORD_COLUMNS) },
    { name: 'orders.json', text: jsonOf(orders) },
    { name: 'orders.csv', text: csvOf(orders, columns.ORDER_COLUMNS) },
    { name: 'receipts.json', text: jsonOf(receipts) },
    { name: 'deposits.json', text: jsonOf(deposits) },
    { name: 'deposits.csv', text: csvOf(deposits, columns.DEPOSIT_COLUMNS) },
    { name: 'withdrawals.json', text: jsonOf(withdrawals) },
    { name: 'withdrawals.csv', text: csvOf(withdrawals, columns.WITHDRAWAL_COLUMNS) },
    ...fundFiles(list),
    { name: 'price-alerts.json', text: jsonOf(list('price_alerts')) },
    { name: 'shared-receipts.json', text: jsonOf(list('shared_receipts')) },
    { name: 'own-limits.json', text: jsonOf(list('own_limit_changes')) },
    { name: 'push-devices.json', text: jsonOf(list('push_devices')) },
    { name: 'push-switches.json', text: jsonOf(list('push_switches')) },
    { name: 'mail-addresses.json', text: jsonOf(list('mail_addresses')) },
    { name: 'notices.json', text: jsonOf(list('outlet_messages')) },
    { name: 'messages.json', text: jsonOf(list('messages')) },
    { name: 'customer-service.json', text: jsonOf(list('support_messages')) },
    { name: 'customer-service-marks.json', text: jsonOf(list('support_threads')) },
    { name: 'acts.json', text: jsonOf(acts) },
    { name: 'log-ins.json', text: jsonOf(list('log_ins')) },
    { name: 'account-locks.json', text: jsonOf(list('account_locks')) },
    { name: 'account-closings.json', text: jsonOf(list('account_closings')) },
    { name: 'sessions.json', text: jsonOf(list('sessions')) },
  ]
}
