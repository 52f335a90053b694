/** Users whose fund nobody has looked at for weeks: their days begin while the server is killed again and again. */
import type { Database } from '#server/platform/database.ts'
import { openDaysRaw, redeemRaw, subscribeRaw } from '#support/fund-room.ts'
import type { Findings } from '#support/kill-compare.ts'
import {
  applyTransfer,
  applyWithdrawal,
  confirmedOf,
  DAY_MS,
  dayAt,
  type Opened,
  opened,
  textOf,
} from '#support/ledger-fund.ts'
import { addUser, grant } from '#support/ledger-room.ts'

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
  /** When they came, and when they were last there. */
  from: number
  seen: number
}

/** As the practice curve would have published them. */
export async function publishPast(owner: Database, now: number): Promise<void> {
  for (const { ago, rate } of RATES) {
    await owner.query(
      `insert into fund_rates
        values ($1, $2, fund_day_start($1) - 1, 'practice-curve', 'practice-curve')`,
      [textOf(dayAt(now) - ago), Number(rate)],
    )
  }
}

/** A transfer long ago and a withdrawal when it was confirmed; since then no day has begun for them. */
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

/** Where the rules have brought them by that day. */
function expected(it: Saver, now: number, day: number): Opened {
  const rateOn = (of: number): bigint =>
    RATES.findLast(({ ago }) => dayAt(now) - ago <= of)?.rate ?? 0n
  const came = opened({ cash: MONEY, version: 0, fund: null }, rateOn, it.from)
  applyTransfer(came, { id: 'in', amount: it.amount, at: it.from + 1 })
  const away = opened(came, rateOn, it.seen)
  const out = { id: 'out', amount: it.amount / 3n, at: it.seen + 1, speed: 'next_day' } as const
  applyWithdrawal(away, out)
  return opened(away, rateOn, day * DAY_MS)
}

/** When the first and the last of them had their days begun. */
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

/** After the kills: each stands where the rules say, was paid once and heard of it once. Returns how many do. */
export async function compareSavers(
  owner: Database,
  { savers, now }: { savers: readonly Saver[]; now: number },
  findings: Findings,
): Promise<number> {
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
  let held = 0
  for (const saver of savers) {
    const row = found.get(saver.userId)
    const { cash, fund } = expected(saver, now, row?.day ?? 0)
    const { carry, income, lots, redemptions } = fund
    const paid = redemptions.map(({ status }) => status).join()
    const must = [cash, confirmedOf(fund), carry, income, lots.length, paid].join(' ')
    if (row?.text === must && row.messages === 1 && row.day >= dayAt(now)) held += 1
    else
      findings.fail(
        `saver ${saver.userId}: ${JSON.stringify(row, (_, it) => `${it}`)}, not ${must}`,
      )
  }
  return held
}
