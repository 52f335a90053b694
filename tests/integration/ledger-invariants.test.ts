import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Queryable } from '#server/platform/db/database.ts'
import { faultsOf } from '#support/ledger-room.ts'
import {
  heldLive,
  moved,
  openPlantRoom,
  type PlantRoom,
  PLANTS,
  T0,
} from '#support/ledger-plants.ts'
import type { TestDatabase } from '#support/postgres.ts'

let database: TestDatabase
let user: bigint
let id: PlantRoom['id']
beforeAll(async () => {
  ;({ database, user, id } = await openPlantRoom())
})
afterAll(() => database.close())

class Undo extends Error {}
/** What the planted faults concern, by invariant. */
const scopes = new Map<string, Set<string>>()
/** What the view says with the fault in place, which is then undone. */
async function planted(plant: (tx: Queryable) => Promise<unknown>): Promise<string[]> {
  const found: string[] = []
  const work = database.owner.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await plant(tx)
    const faults = await faultsOf(tx)
    found.push(...faults.map(({ invariant }) => invariant))
    for (const { invariant, scope } of faults) {
      scopes.set(invariant, (scopes.get(invariant) ?? new Set()).add(scope))
    }
    throw new Undo()
  })
  await expect(work).rejects.toBeInstanceOf(Undo)
  return [...new Set(found)]
}
it('finds nothing while all is well', async () => {
  expect(await faultsOf(database.db)).toEqual([])
})

it.each(PLANTS)('%s: finds that %s', async (invariant, _what, plant) => {
  expect(await planted((tx) => tx.query(plant()))).toContain(invariant)
})

it('lets an order be that was bought under a refused key when refusals were final for signed orders only', async () => {
  const older = `starts_at = null, expires_at = accepted_at + duration_ms`
  const refused = `insert into order_refusals (user_id, intent_key, product_id, direction, stake, payout_rate,
    duration_ms, starts_at, expires_at, refused_at, reason, intent_text, refusal_text, refusal_signature,
    refusal_key_id)
    select user_id, intent_key, product_id, direction, stake, payout_rate, duration_ms, accepted_at,
      expires_at, accepted_at, 'price_stale', '-', '-', '-', '-' from orders where id = ${id('open')}`
  expect(
    await planted(async (tx) => {
      await tx.query(moved('open', older))
      await tx.query(refused)
    }),
  ).toEqual([])
})

it('takes a user’s second factor for theirs once they have proved it since it was frozen', async () => {
  const used = (ref: number, at: number): string =>
    `insert into act_proofs (act, ref, owner_id, at, kind, code)
      values ('factor', ${ref}, ${user}, ${at}, 'totp', '123456')`
  const forged = `${used(1, T0)}; insert into refused_proofs select id from act_proofs where act = 'factor'`
  const frozen = `insert into frozen (scope, subject, user_id, faults, since)
    values ('user', ${user}, ${user}, '[]', ${T0 + 1})`
  const early = used(2, T0 + 1)
  const late = used(3, T0 + 2)
  const faults = (...steps: string[]) => planted((tx) => tx.query(steps.join('; ')))
  expect(await faults(forged, frozen)).toContain('act_proof')
  expect(await faults(forged, frozen, early)).toContain('act_proof')
  expect(await faults(forged, late)).toContain('act_proof')
  expect(await faults(forged, frozen, late)).not.toContain('act_proof')
})

it('takes a record that is as long before the start as the lead of live prices', async () => {
  expect(await planted((tx) => tx.query(heldLive('starts_at - 400')))).not.toContain('order_sealed')
})

it('stops everything only for books that do not sum, broken chains and lost history', () => {
  const stopping = [...scopes].filter(([, all]) => all.has('all')).map(([invariant]) => invariant)
  expect(stopping.toSorted()).toEqual([
    'checkpoint_lost',
    'checkpoint_tree',
    'entry_has_owner',
    'fees_are_withdrawals',
    'operator_log_chain',
    'tick_band_of_terms',
    'tick_heads',
    'tick_jump',
    'tick_orders',
    'tick_put_aside',
    'transfer_balanced',
  ])
  expect(scopes.get('result_recomputed')).toEqual(new Set(['order']))
  expect(scopes.get('balance_is_sum')).toEqual(new Set(['user']))
  expect(scopes.get('withdrawal_destination')).toEqual(new Set(['withdrawal']))
  expect(scopes.get('acts_are_documents')).toContain('deposit')
})

it('has a plant for each invariant of the view', async () => {
  const [view] = await database.owner.query<{ sql: string }>(
    `select string_agg(sql, '') as sql from (
      select pg_get_viewdef(v) as sql from unnest(array['document_faults', 'checkpoint_faults', 'act_faults',
        'transfer_faults', 'user_faults', 'session_faults', 'order_faults', 'tick_faults']) v
      union all select prosrc from pg_proc where proname = 'account_faults') sources`,
  )
  const names = [...(view?.sql ?? '').matchAll(/select '(\w+)'(?:::text)?,? /gi)].map((m) => m[1])
  expect(new Set(PLANTS.map(([invariant]) => invariant))).toEqual(new Set(names))
})
