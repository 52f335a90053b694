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
      select case operation when 'withdrawal_cancel' then 'cancel' else operation end, key, user_id,
        coalesce(response::json -> 'deposit', response::json -> 'withdrawal') ->> 'id'
      from idempotency where operation in ('deposit', 'withdrawal', 'withdrawal_cancel')`,
  )

interface Document {
  kind: string
  id: string
  status: string
}
const selectDocuments = (owner: Database): Promise<Document[]> =>
  owner.query<Document>(
    `select 'order' as kind, id::text, status from orders
      union all select 'deposit', id::text, status from deposits
      union all select 'withdrawal', id::text, status from withdrawals`,
  )
const FINAL = 'won lost draw void approved rejected cancelled paid bounced'.split(' ')
const isFinal = ({ kind, status }: Document): boolean =>
  FINAL.includes(status) && !(kind === 'withdrawal' && status === 'approved')

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
    const cancelled = it.kind === 'withdrawal' && it.status === 'cancelled'
    if (it.kind === 'withdrawal' && makers.has(`cancel ${it.id}`) !== cancelled) {
      findings.fail(`withdrawal ${it.id} is ${it.status}, its cancellation says otherwise`)
    }
  }
}

/** Returns how many comparisons held. */
export async function compareAcknowledged(
  owner: Database,
  acks: readonly Acknowledged[],
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
  compareDocuments(await selectDocuments(owner), made, findings)
  for (const fault of await faultsOf(owner)) findings.fail(`invariant: ${JSON.stringify(fault)}`)
  return held
}
