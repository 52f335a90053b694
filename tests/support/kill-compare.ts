/** After the kills: what clients were told and what the ledger holds, compared both ways. */
import type { Database } from '#server/platform/database.ts'
import { faultsOf } from '#support/ledger-room.ts'
import type { Acknowledged } from '#support/order-clients.ts'

export interface Findings {
  fail(what: string): void
  count(what: string): void
}

interface Made {
  kind: Acknowledged['kind']
  key: string
  user_id: bigint
  id: string
}

/** Orders carry their key; what other commands made stands in the answers kept for their keys. */
const selectMade = (owner: Database): Promise<Made[]> =>
  owner.query<Made>(
    `select 'order' as kind, intent_key as key, user_id, id::text from orders
      union all
      select case operation when 'fund_subscribe' then 'transfer'
          when 'fund_cancel' then 'transfer_cancel' when 'fund_redeem' then 'redemption'
          when 'fund_redeem_cancel' then 'redemption_cancel' else operation end, key, user_id,
        coalesce(response::json -> 'deposit', response::json -> 'withdrawal',
          response::json -> 'lot', response::json -> 'redemption') ->> 'id'
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
const FINAL = 'won lost draw void approved rejected cancelled paid bounced'.split(' ')
/** What is in the fund waits for a day that does not come meanwhile. */
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
  for (const it of documents) {
    findings.count(`${it.kind} ${it.status}`)
    if (!makers.has(`${it.kind} ${it.id}`)) findings.fail(`nobody asked for ${it.kind} ${it.id}`)
    if (!isFinal(it)) findings.fail(`${it.kind} ${it.id} is still ${it.status}`)
    const cancelled = makers.has(`${it.kind}_cancel ${it.id}`)
    if (isCancellable(it) && cancelled !== (it.status === 'cancelled')) {
      findings.fail(`${it.kind} ${it.id} is ${it.status}, its cancellation says otherwise`)
    }
  }
}

/** Of the load since a moment; returns how many comparisons held. */
export async function compareAcknowledged(
  owner: Database,
  { acks, since }: { acks: readonly Acknowledged[]; since: number },
  findings: Findings,
): Promise<number> {
  const made = await selectMade(owner)
  const ledger = new Map(made.map((it) => [`${it.kind} ${it.user_id} ${it.key}`, it]))
  let held = 0
  for (const { kind, key, userId, id } of acks) {
    const name = `${kind} ${userId} ${key}`
    const row = ledger.get(name)
    if ((row?.id ?? null) === id) held += 1
    else findings.fail(`${name} was answered ${id ?? 'no'}, the ledger has ${row?.id ?? 'nothing'}`)
    ledger.delete(name)
  }
  for (const name of ledger.keys()) findings.fail(`${name} was acknowledged to nobody`)
  compareDocuments(await selectDocuments(owner, since), made, findings)
  for (const fault of await faultsOf(owner)) findings.fail(`invariant: ${JSON.stringify(fault)}`)
  return held
}
