import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPayoutAccount, setPayoutAccount } from '#contract/endpoints/cashier.ts'
import { problem } from '#contract/errors.ts'
import type { PayoutForm } from '#contract/payout.ts'
import { profile } from '#contract/profile.ts'
import { PAYOUT_CHANGE_HOLD_MS, proposeChange } from '#server/payout/changes.ts'
import { selectSealedForm } from '#server/payout/payout-store.ts'
import { currentPayout } from '#server/profile/payout-account.ts'
import { openForm } from '#server/payout/sealed-form.ts'
import { openVault, type Vault } from '#server/platform/vault.ts'
import type { Move } from '#server/documents/move.ts'
import { documentsOn } from '#support/documents.ts'
import { submitIdentity } from '#support/photos.ts'
import { seated, seatOperator } from '#support/seats.ts'
import { type TestServer, type TestUser, testServer } from '#support/server.ts'
import { openPage } from '#support/socket-page.ts'
import { until } from '#support/until.ts'
import type { Answer, Visitor } from '#support/visitor.ts'

let its: TestServer
let vault: Vault
const atMs = 1_800_000_000_000
beforeAll(async () => {
  its = await testServer({ config: { practice: false } })
  vault = await openVault(its.config.dataFolder)
  for (const name of ['first-operator', 'second-operator', 'third-operator', 'fourth-operator']) {
    await seatOperator(its.owner, name, atMs)
  }
})
afterAll(() => its.close())

const CARD = {
  kind: 'bank_card',
  holder: '张小明',
  nationality: 'CN',
  bank: 'Bank of China',
  number: '4242 4242 4242 4242',
  address: 'Fuxing Road 1, Beijing',
} as const satisfies PayoutForm
const WALLET = {
  kind: 'currency_address',
  holder: 'Anna Müller',
  nationality: 'DE',
  currency: 'BTC',
  address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
} as const satisfies PayoutForm
const IBAN = { ...CARD, number: 'DE89 3704 0044 0532 0130 00' }

const codeOf = (answer: Answer): string => problem.parse(answer.body).code
const save = (
  { visitor, tradingPassword }: Pick<TestUser, 'visitor' | 'tradingPassword'>,
  account: object,
  key = randomUUID(),
): Promise<Answer> => visitor.command('/api/payout-account', { account, tradingPassword }, key)
const shown = async (visitor: Visitor) =>
  (await visitor.read(getPayoutAccount.reply, '/api/payout-account')).payoutAccount
async function idOf({ account }: TestUser): Promise<bigint> {
  const [row] = await its.owner.query<{ id: bigint }>('select id from users where account = $1', [
    account,
  ])
  if (row === undefined) throw new Error('no user')
  return row.id
}
async function withAccount(): Promise<TestUser & { id: bigint }> {
  const user = await its.registerUser()
  expect((await save(user, CARD)).status).toBe(200)
  return { ...user, id: await idOf(user) }
}

describe('setting a payout account', () => {
  it.each([
    [CARD, { holder: '张**', bank: 'Bank of China', number: '•••• 4242', address: 'Fuxi***' }],
    [WALLET, { holder: 'A*** M***', bank: 'BTC', number: '•••• f3t4', address: null }],
  ])('shows %j masked, and streams it', async (form, masked) => {
    const user = await its.registerUser()
    const { visitor } = user
    expect(await shown(visitor)).toBeNull()
    const page = await openPage(its.url, { cookie: visitor.cookieHeader, origin: its.url })
    await page.watch('profile')
    const answer = await save(user, form)
    const { payoutAccount } = setPayoutAccount.reply.parse(answer.body)
    expect(payoutAccount).toMatchObject({ kind: form.kind, ...masked, heldUntil: null })
    expect(await shown(visitor)).toEqual(payoutAccount)
    const pushed = await until('the profile', () =>
      page.of('profile').find(([, , , kind]) => kind === 'delta'),
    )
    expect(profile.parse(pushed[5]).payoutAccount).toEqual(payoutAccount)
    page.close()
  })

  it('lets exactly one of several at once win, and none after it', async () => {
    const user = await its.registerUser()
    const forms = [CARD, WALLET, IBAN, CARD, WALLET]
    const answers = await Promise.all(forms.map((form) => save(user, form)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect([answer.status, codeOf(answer)]).toEqual([409, 'payout_account_set'])
    }
    expect(codeOf(await save(user, WALLET))).toBe('payout_account_set')
    const rows = await its.owner.query('select 1 from payout_accounts where user_id = $1', [
      await idOf(user),
    ])
    expect(rows).toHaveLength(1)
  })

  it('answers a repeated key with the same bytes', async () => {
    const user = await its.registerUser()
    const key = randomUUID()
    const first = await save(user, IBAN, key)
    const second = await save(user, IBAN, key)
    expect([first.status, second.text]).toEqual([200, first.text])
  })

  it.each([
    [{ ...CARD, number: '4242 4242 4242 4243' }, 'account.number', 'checksum'],
    [{ ...CARD, number: '4242 4242 424' }, 'account.number', 'too_short'],
    [{ ...CARD, number: 'DE89 3704 0044 0532 0130 01' }, 'account.number', 'checksum'],
    [{ ...CARD, holder: '12345' }, 'account.holder', 'format'],
    [{ ...CARD, bank: ' ' }, 'account.bank', 'empty'],
    [{ ...WALLET, address: `${WALLET.address.slice(0, -1)}5` }, 'account.address', 'checksum'],
    [{ ...WALLET, currency: 'ETH' }, 'account.address', 'format'],
  ])('says what is wrong with %j', async (form, path, code) => {
    const user = await its.registerUser()
    const answer = await save(user, form)
    expect(problem.parse(answer.body)).toMatchObject({ status: 400, issues: [{ path, code }] })
  })

  it('keeps the number, the holder and the branch out of every row', async () => {
    const { id } = await withAccount()
    const rows = await its.owner.query<{ row: string }>(
      `select p::text as row from payout_accounts p
        union all select encode(form_sealed, 'escape') from payout_accounts
        union all select i::text from idempotency i union all select o::text from outbox o`,
    )
    for (const { row } of rows) {
      expect(row).not.toMatch(/42424242|Fuxing Road|张小明/)
    }
    const current = await currentPayout(its.db, id)
    const sealed = await selectSealedForm(its.db, current?.id ?? 0n)
    if (sealed === undefined) throw new Error('nothing sealed')
    expect(await openForm(its.db, vault, sealed)).toEqual({ ...CARD, number: '4242424242424242' })
  })

  it('needs a session, and shows each their own', async () => {
    expect((await its.visitor().get('/api/payout-account')).status).toBe(401)
    const stranger = await its.registerUser()
    await withAccount()
    expect(await shown(stranger.visitor)).toBeNull()
  })
})

describe('whose account it is', () => {
  const OTHER = { ...CARD, holder: '李小红' } as const
  const otherName = (path: string) => ({ status: 400, issues: [{ path, code: 'other_name' }] })

  it('asks for the trading password', async () => {
    const user = await its.registerUser()
    const answer = await save({ ...user, tradingPassword: user.password }, CARD)
    expect([answer.status, codeOf(answer)]).toEqual([422, 'trading_password_wrong'])
    expect((await user.visitor.command('/api/payout-account', { account: CARD })).status).toBe(400)
    expect(await shown(user.visitor)).toBeNull()
  })

  it('takes the verified name, in capitals too, and no other holder', async () => {
    const user = await its.registerUser()
    const photos = { nationality: 'DE', idNumber: 'C01X00T478', name: 'Anna Müller' }
    expect((await submitIdentity(user.visitor, photos)).status).toBe(200)
    const refused = await save(user, OTHER)
    expect(problem.parse(refused.body)).toMatchObject(otherName('account.holder'))
    expect((await save(user, { ...WALLET, holder: 'ANNA  MÜLLER' })).status).toBe(200)
  })

  it('takes no identity in another name than the account that is saved already', async () => {
    const user = await withAccount()
    const refused = await submitIdentity(user.visitor, { name: '李小红' })
    expect(problem.parse(refused.body)).toMatchObject(otherName('name'))
    expect((await submitIdentity(user.visitor, { name: CARD.holder })).status).toBe(200)
  })

  it('refuses a change by customer service to another holder', async () => {
    const { account, visitor } = await withAccount()
    await submitIdentity(visitor, { name: CARD.holder })
    const parts = { db: its.db, hub: its.app.hub, vault, deskChanges: { changed: () => {} } }
    const change = { account, why: 'asked by phone', actor: seated('first-operator'), atMs }
    await expect(proposeChange(parts, { ...change, proposed: OTHER })).rejects.toMatchObject({
      code: 'validation_failed',
      issues: [{ path: 'proposed.holder', code: 'other_name' }],
    })
    expect((await proposeChange(parts, { ...change, proposed: IBAN })).status).toBe('proposed')
  })
})

describe('a change by customer service', () => {
  let rung = 0
  const parts = () => ({
    db: its.db,
    hub: its.app.hub,
    vault,
    deskChanges: { changed: () => void (rung += 1) },
  })
  const propose = (
    account: string,
    actor = seated('first-operator'),
    proposed: PayoutForm = WALLET,
  ) => proposeChange(parts(), { account, proposed, why: 'asked by phone', actor, atMs })
  const decide = (id: bigint, changes: Partial<Move<'payout_change'>> = {}) =>
    documentsOn({ ...parts(), clock: { now: () => atMs } }).move('payout_change', {
      id,
      step: 'approve',
      actor: seated('second-operator'),
      ...changes,
    })

  it('takes two operators, tells the owner and holds withdrawals for 48 hours', async () => {
    const { account, visitor, id } = await withAccount()
    const { id: change } = await propose(account)
    expect(await shown(visitor)).toMatchObject({ kind: 'bank_card', heldUntil: null })
    await expect(decide(change, { actor: seated('first-operator') })).rejects.toMatchObject({
      code: 'same_operator',
    })
    expect((await decide(change)).status).toBe('approved')
    const heldUntil = atMs + PAYOUT_CHANGE_HOLD_MS
    expect(await shown(visitor)).toMatchObject({
      kind: 'currency_address',
      bank: 'BTC',
      number: '•••• f3t4',
      heldUntil,
    })
    expect(await currentPayout(its.db, id)).toMatchObject({ heldUntil, setAt: atMs })
    const [message] = await its.owner.query(
      'select kind, params from messages where user_id = $1 order by id desc limit 1',
      [id],
    )
    expect(message).toEqual({
      kind: 'payout_account_changed',
      params: { until: String(heldUntil) },
    })
    const acts = await its.owner.query(
      'select actor, act, ref from operator_log where user_id = $1 order by seq',
      [id],
    )
    expect(acts).toEqual([
      { actor: 'first-operator', act: 'payout_change_propose', ref: String(change) },
      { actor: 'second-operator', act: 'payout_change_approve', ref: String(change) },
    ])
    expect(rung).toBeGreaterThanOrEqual(2)
  })

  it('changes nothing when rejected, and can be proposed again', async () => {
    const { account, visitor } = await withAccount()
    const { id } = await propose(account)
    await decide(id, { step: 'reject', reason: 'identity_mismatch' })
    expect(await shown(visitor)).toMatchObject({ kind: 'bank_card', heldUntil: null })
    await expect(decide(id)).rejects.toMatchObject({
      code: 'document_moved_on',
      params: { status: 'rejected' },
    })
    expect((await propose(account)).status).toBe('proposed')
  })

  it('waits one at a time, and only where an account is set', async () => {
    const { account } = await withAccount()
    await propose(account)
    await expect(propose(account)).rejects.toMatchObject({ code: 'too_many_in_review' })
    const { account: without } = await its.registerUser()
    await expect(propose(without)).rejects.toMatchObject({ code: 'payout_account_missing' })
    await expect(propose('nobody_1')).rejects.toMatchObject({ code: 'not_found' })
    await expect(decide(424_242n)).rejects.toMatchObject({ code: 'not_found' })
    const wrong = { ...WALLET, address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5' }
    await expect(propose(account, seated('first-operator'), wrong)).rejects.toMatchObject({
      code: 'validation_failed',
      issues: [{ path: 'proposed.address', code: 'checksum' }],
    })
  })

  it('is decided once, however many try at the same time', async () => {
    const { account, id } = await withAccount()
    const { id: change } = await propose(account)
    const actors = ['second-operator', 'third-operator', 'fourth-operator'].map(seated)
    const acts = await Promise.allSettled(actors.map((actor) => decide(change, { actor })))
    expect(acts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const rows = await its.owner.query(
      `select count(*)::int as all, count(*) filter (where replaced_at is null)::int as current
        from payout_accounts where user_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ all: 2, current: 1 }])
  })
})
