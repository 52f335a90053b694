/** A server on an older copy of its data: a device shows what it lacks, money stops, a restore says what is lost. */
import { readFileSync } from 'node:fs'
import { createPrivateKey } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listChain, listCheckpoints, presentCheckpoints } from '#contract/endpoints/history.ts'
import type { SignedText } from '#contract/signed-text.ts'
import { checkpointText, readCheckpointText } from '#rules/checkpoint.ts'
import { isLost, restoresIn } from '#rules/restore.ts'
import { CHECKPOINT_EVERY_MS } from '#rules/checkpoint.ts'
import { signerOf } from '#server/platform/signer.ts'
import { openSimulated } from '#support/market-fixture.ts'
import { type ManualClock, manualClock, playTime } from '#support/manual-clock.ts'
import { type TestServer, testServer } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'

let clock: ManualClock
let its: TestServer
let visitor: Visitor
beforeEach(async () => {
  // After the starts that the database has seen.
  clock = manualClock(Date.now() + 3_600_000)
  its = await testServer({ clock, openMarket: openSimulated('BTCUSDT') })
  await start(false)
  visitor = (await its.registerUser()).visitor
  await playTime(clock, 61_000)
})
afterEach(() => its.close())

/** What a start of the server does first, as the owner of the database. */
const start = (restored: boolean) =>
  its.owner.query('select note_start($1, $2)', [clock.now(), restored])

const newest = async () => {
  const [found] = (await visitor.read(listCheckpoints.reply, '/api/checkpoints')).checkpoints
  if (found === undefined) throw new Error('no checkpoint')
  return found
}

/** The checkpoint that the server signed after the copy was made. */
async function signedLater(change = (text: string): string => text): Promise<SignedText> {
  const pem = readFileSync(join(its.config.dataFolder, 'signing-key.pem'), 'utf8')
  const signer = signerOf(createPrivateKey(pem))
  const last = await newest()
  const facts = readCheckpointText(last.text)
  if (facts === null) throw new Error('unreadable')
  const later = { number: facts.number + 1, timeMs: facts.timeMs + 60_000 }
  const text = change(checkpointText({ ...facts, ...later }))
  return { text, signature: signer.sign(text), keyId: signer.keyId }
}
async function present(...checkpoints: readonly SignedText[]): Promise<boolean> {
  const { status, body, text } = await visitor.post('/api/checkpoints/presented', { checkpoints })
  if (status !== 200) throw new Error(text)
  return presentCheckpoints.reply.parse(body).lost
}
const takeMoney = async (key?: string): Promise<string> => {
  const { status, body } = await visitor.command('/api/practice-money', {}, key)
  return status === 200 ? 'taken' : JSON.stringify(body)
}
const restored = async () =>
  restoresIn((await visitor.read(listChain.reply, '/api/chains/starts')).records)

it('stops all money at once when a device shows a checkpoint that the data lack', async () => {
  expect(await present(await signedLater())).toBe(true)
  expect(await takeMoney()).toContain('"history_lost"')
  const faults = await its.db.query('select invariant, scope from ledger_faults')
  expect(faults).toEqual([{ invariant: 'checkpoint_lost', scope: 'all' }])
})

it('believes no checkpoint that its key did not sign, that it has, or that is none', async () => {
  const later = await signedLater()
  const { text, signature, keyId } = await newest()
  const refused: SignedText[] = [
    { text, signature, keyId },
    { ...later, text: later.text.replace('products ', 'products 1') },
    { ...later, signature: `${'A'.repeat(86)}==` },
    { ...later, keyId: '0'.repeat(16) },
    await signedLater((said) => `${said}\n`),
  ]
  for (const each of refused) expect(await present(each)).toBe(false)
  expect(await takeMoney()).toBe('taken')
})

it('starts on such data only after a restore, which says what is lost', async () => {
  const kept = await newest()
  const later = await signedLater()
  await present(later)
  await expect(start(false)).rejects.toThrow('history_lost')
  const before = `${clock.now() - 1_000}-${'a'.repeat(32)}`
  await start(true)
  const [restore, ...more] = await restored()
  expect(more).toEqual([])
  expect(restore).toMatchObject({ kind: 'restored', number: kept.number })
  const facts = readCheckpointText(later.text)
  expect(facts && isLost(facts, await restored())).toBe(true)
  expect(isLost(kept, await restored())).toBe(false)
  expect(await present(later)).toBe(false)
  expect(await its.db.query('select * from ledger_faults')).toEqual([])

  expect(await takeMoney(before)).toContain('"key_expired"')
  expect(await takeMoney()).toContain('"key_expired"')
  expect(await takeMoney(`${clock.now()}-${'b'.repeat(32)}`)).toBe('taken')
  await playTime(clock, CHECKPOINT_EVERY_MS)
  const next = await newest()
  expect(next.number).toBe(kept.number + 1)
  expect(next.anchors?.starts?.seq).toBe(4)
})

it('answers a request that it knows as before, also after a restore', async () => {
  const key = 'a-request-from-before-0001'
  expect(await takeMoney(key)).toBe('taken')
  await start(true)
  expect(await takeMoney(key)).toBe('taken')
})

it('gives no number of an order or a document twice', async () => {
  const [{ id: last } = { id: 0n }] = await its.owner.query<{ id: bigint }>(
    "select nextval('orders_id_seq') as id",
  )
  const from = BigInt(clock.now()) * 10n
  await start(false)
  const ids = await its.owner.query<{ id: bigint }>(
    `select nextval(t || '_id_seq') as id
      from unnest(array['orders', 'deposits', 'withdrawals', 'fund_lots', 'fund_redemptions']) t`,
  )
  expect(last).toBeLessThan(from)
  for (const { id } of ids) expect(id).toBeGreaterThan(from)
})
