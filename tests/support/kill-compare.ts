/**
 * What must hold after kills: everything that clients were told is in the ledger and the other way round, and each
 * saver, whose fund no one looked at for weeks before the kills, has what the rules say.
 */
import { DAY_MS } from '#contract/time.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openDaysRaw, redeemRaw, subscribeRaw } from '#support/fund-room.ts'
import {
  applyTransfer,
  applyWithdrawal,
  confirmedOf,
  dayAt,
  type Opened,
  opened,
  textOf,
} from '#support/ledger-fund.ts'
import { addUser, faultsOf, grant } from '#support/ledger-room.ts'
import type { Acknowledged } from '#support/order-clients.ts'

export interface Findings {
  count(what: string): void
  pass(): void
  fail(what: string): void
  check(holds: boolean, what: string): void
}

interface Made {
  kind: Acknowledged['kind']
  key: string
  user_id: bigint
  id: string
  undone: boolean
}

/** Orders carry their key; what other commands made is in the answers kept for their keys. */
const selectMade = (owner: Database): Promise<Made[]> =>
  owner.query<Made>(
    `select 'order' as kind, o.intent_key as key, o.user_id, o.id::text,
        s.void_reason is not distinct from 'too_late' as undone
      from orders o left join settlements s on s.order_id = o.id
      union all
      select case operation when 'fund_subscribe' then 'transfer'
          when 'fund_cancel' then 'transfer_cancel' when 'fund_redeem' then 'redemption'
          when 'fund_redeem_cancel' then 'redemption_cancel' else operation end, key, user_id,
        coalesce(response::json -> 'deposit', response::json -> 'withdrawal',
          response::json -> 'lot', response::json -> 'redemption') ->> 'id', false
      from idempotency where operation in ('deposit', 'withdrawal', 'withdrawal_cancel',
        'fund_subscribe', 'fund_cancel', 'fund_redeem', 'fund_redeem_cancel')`,
  )

interface Document {
  kind: string
  id: string
  status: string
}
/** Of the fund only what was asked for since that moment: shares were there before. */
const selectDocuments = (owner: Database, since: number): Promise<Document[]> =>
  owner.query<Document>(
    `select 'order' as kind, id::text, status from orders
      union all select 'deposit', id::text, status from deposits
      union all select 'withdrawal', id::text, status from withdrawals
      union all select 'transfer', id::text, status from fund_lots
        where kind = 'transfer' and created_at >= $1
      union all select 'redemption', id::text, status from fund_redemptions
        where created_at >= $1`,
    [since],
  )
/** Orders, deposits and withdrawals that the engine or the practice reviewer has still to finish, and missed days. */
export const unfinished = (now: number): string =>
  `select 1 from (
    select 1 from orders where status in ('open', 'live')
    union all select 1 from deposits where status in ('submitted', 'review')
    union all select 1 from withdrawals
      where status in ('requested', 'review', 'approved', 'paying')
    union all select 1 from fund_accounts where opened_through < '${textOf(dayAt(now))}') unfinished`
const FINAL = 'won lost draw void approved rejected cancelled paid bounced'.split(' ')
/** Transfers and redemptions wait for a later day than the run's. */
const isFinal = ({ kind, status }: Document): boolean =>
  kind === 'transfer' ||
  kind === 'redemption' ||
  (FINAL.includes(status) && !(kind === 'withdrawal' && status === 'approved'))
const isCancellable = ({ kind }: Document): boolean =>
  kind === 'withdrawal' || kind === 'transfer' || kind === 'redemption'

/** Every document was made by one acknowledged command and has come to its end. */
function compareDocuments(
  documents: readonly Document[],
  made: readonly Made[],
  findings: Findings,
): void {
  const makers = new Set(made.map(({ kind, id }) => `${kind} ${id}`))
  for (const document of documents) {
    findings.count(`${document.kind} ${document.status}`)
    if (!makers.has(`${document.kind} ${document.id}`))
      findings.fail(`no client asked for ${document.kind} ${document.id}`)
    if (!isFinal(document))
      findings.fail(`${document.kind} ${document.id} is still ${document.status}`)
    const cancelled = makers.has(`${document.kind}_cancel ${document.id}`)
    if (isCancellable(document) && cancelled !== (document.status === 'cancelled')) {
      findings.fail(
        `${document.kind} ${document.id} is ${document.status}, its cancellation says otherwise`,
      )
    }
  }
}

/** Compares everything that was asked for since a moment. */
export async function compareAcknowledged(
  owner: Database,
  { acks, since }: { acks: readonly Acknowledged[]; since: number },
  findings: Findings,
): Promise<void> {
  const made = await selectMade(owner)
  const ledger = new Map(
    made.map((entry) => [`${entry.kind} ${entry.user_id} ${entry.key}`, entry]),
  )
  for (const { kind, key, userId, id, undone } of acks) {
    const name = `${kind} ${userId} ${key}`
    const row = ledger.get(name)
    const has = row?.undone === true ? 'undone' : (row?.id ?? 'no')
    const answered = undone ? 'undone' : (id ?? 'no')
    findings.check(has === answered, `${name} was answered ${answered}, the ledger has ${has}`)
    ledger.delete(name)
  }
  for (const name of ledger.keys()) findings.fail(`${name} was never acknowledged`)
  compareDocuments(await selectDocuments(owner, since), made, findings)
  for (const fault of await faultsOf(owner)) findings.fail(`invariant: ${JSON.stringify(fault)}`)
}

const DAYS_AWAY = 60
/** Long enough for a transfer to be confirmed, whatever weekends and holidays lie between. */
const SETTLED_DAYS = 9
/** Days ago, and the rate from then on. */
const RATES = [
  { ago: DAYS_AWAY + 20, rate: 50n },
  { ago: 33, rate: 43n },
  { ago: 8, rate: 61n },
] as const
const MONEY = 50_000_000n

export interface Saver {
  userId: bigint
  amount: bigint
  /** When the first transfer was made, and when the days were last begun. */
  from: number
  seen: number
}

/** Publishes rates of the past as the practice curve would have. */
export async function publishPast(owner: Database, now: number): Promise<void> {
  for (const { ago, rate } of RATES) {
    await owner.query(
      `insert into fund_rates
        values ($1, $2, fund_day_start($1) - 1, 'practice-curve', 'practice-curve')`,
      [textOf(dayAt(now) - ago), Number(rate)],
    )
  }
}

/** A saver made a transfer long ago and a withdrawal once it was confirmed; no day has begun since then. */
async function addSaver(owner: Database, n: number, now: number): Promise<Saver> {
  const userId = await addUser(owner)
  await grant(owner, userId, MONEY)
  const amount = 1_000_000n + BigInt(n) * 98_765n
  const from = now - DAYS_AWAY * DAY_MS
  const seen = from + SETTLED_DAYS * DAY_MS
  await subscribeRaw(owner, { userId, amount, at: from })
  await openDaysRaw(owner, userId, textOf(dayAt(seen)))
  await redeemRaw(owner, { userId, amount: amount / 3n, at: seen, speed: 'next_day' })
  return { userId, amount, from, seen }
}

export async function addSavers(owner: Database, count: number, now: number): Promise<Saver[]> {
  const savers: Saver[] = []
  for (let n = 0; n < count; n++) savers.push(await addSaver(owner, n, now))
  return savers
}

/** What the rules give a saver by that day. */
function expected({ amount, from, seen }: Saver, now: number, day: number): Opened {
  const rateOn = (of: number): bigint =>
    RATES.findLast(({ ago }) => dayAt(now) - ago <= of)?.rate ?? 0n
  const came = opened({ cash: MONEY, version: 0, fund: null }, rateOn, from)
  applyTransfer(came, { id: 'in', amount, at: from + 1 })
  const away = opened(came, rateOn, seen)
  const out = { id: 'out', amount: amount / 3n, at: seen + 1, speed: 'next_day' } as const
  applyWithdrawal(away, out)
  return opened(away, rateOn, day * DAY_MS)
}

/** When the first and the last saver had their missed days begun. */
export async function daysBegun(
  owner: Database,
  savers: readonly Saver[],
): Promise<{ from: number; to: number }> {
  const [row] = await owner.query<{ from: number; to: number }>(
    `select extract(epoch from min(at))::float8 * 1000 as from,
      extract(epoch from max(at))::float8 * 1000 as to
      from transfers where kind = 'fund_redeem' and user_id = any ($1)`,
    [savers.map(({ userId }) => userId)],
  )
  return row ?? { from: 0, to: 0 }
}

interface Row {
  user_id: bigint
  day: number
  text: string
  messages: number
}

/** Each saver has what the rules say, was paid once and got one message about it. */
export async function compareSavers(
  owner: Database,
  { savers, now }: { savers: readonly Saver[]; now: number },
  findings: Findings,
): Promise<void> {
  const rows = await owner.query<Row>(
    `select f.user_id, opened_through - date '1970-01-01' as day, concat_ws(' ', cash.balance,
        shares.balance, carry, income, (select count(*) from fund_lots l
          where l.user_id = f.user_id), (select string_agg(status, ',') from fund_redemptions r
          where r.user_id = f.user_id)) as text,
      (select count(*)::int from messages m
        where m.user_id = f.user_id and kind = 'fund_redemption_paid') as messages
      from fund_accounts f
      join accounts cash on cash.id = user_account(f.user_id, 'cash')
      join accounts shares on shares.id = user_account(f.user_id, 'fund_confirmed')
      where f.user_id = any ($1)`,
    [savers.map(({ userId }) => userId)],
  )
  const found = new Map(rows.map((row) => [row.user_id, row]))
  for (const saver of savers) {
    const row = found.get(saver.userId)
    const { cash, fund } = expected(saver, now, row?.day ?? 0)
    const { carry, income, lots, redemptions } = fund
    const paid = redemptions.map(({ status }) => status).join()
    const must = [cash, confirmedOf(fund), carry, income, lots.length, paid].join(' ')
    findings.check(
      row?.text === must && row.messages === 1 && row.day >= dayAt(now),
      `saver ${saver.userId}: ${JSON.stringify(row, (_, value) => `${value}`)}, not ${must}`,
    )
  }
}
