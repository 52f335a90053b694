import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints/all.ts'
import { OPERATOR_PASSWORD, logInOperator } from '#support/desk.ts'
import { FUNCTIONS } from '#support/grants.ts'
import { submitIdentity } from '#support/photos.ts'
import { type TestServer, type TestUser, testServer } from '#support/server.ts'
import type { Answer, Visitor } from '#support/visitor.ts'
import { files } from '../tidy/repository.ts'

/** All that an operator can ask for, and why none of it decides a result, a price, a rate or a password. */
const DESK: Readonly<Record<string, string>> = {
  'POST /desk/session': 'logs in; the password it takes is the operator’s own',
  'POST /desk/session/challenge': 'what a passkey of the operator has to answer',
  'POST /desk/session/activity': 'that somebody is at the desk',
  'DELETE /desk/session': 'logs out',
  'GET /desk/passkeys': 'the operator’s own passkeys',
  'POST /desk/passkeys/options': 'begins a passkey of the operator’s own',
  'POST /desk/passkeys': 'keeps a passkey of the operator’s own',
  'POST /desk/passkeys/:id/remove': 'forgets a passkey of the operator’s own',
  'GET /desk/me': 'who is asking',
  'GET /desk/verifications': 'a queue',
  'GET /desk/verifications/:id': 'one identity; the look is logged',
  'POST /desk/verifications/:id/decision': 'yes, or no with a reason from the list',
  'GET /desk/photos/:id': 'one photo; the look is logged',
  'POST /desk/photos/:id/opening':
    'why a photo is needed after its decision; the customer reads it',
  'GET /desk/deposits': 'a queue',
  'POST /desk/deposits/:id/review': 'the next state of a document; its amount is frozen',
  'POST /desk/deposits/:id/decision': 'yes, or no with a reason from the list',
  'GET /desk/withdrawals': 'a queue',
  'GET /desk/withdrawals/:id': 'where to pay; the look is logged',
  'POST /desk/withdrawals/:id/step': 'the next state of a document; its amount and fee are frozen',
  'GET /desk/payout-changes': 'a queue; the first sight is logged',
  'POST /desk/payout-changes': 'proposes where to pay; alone it changes nothing',
  'POST /desk/payout-changes/:id/decision':
    'a second operator; the user is told, payouts wait 48 h',
  'GET /desk/customers': 'finds customers; the search is logged',
  'GET /desk/customers/:account': 'one customer, masked; the look is logged',
  'GET /desk/products': 'products, and since when they drain or are halted',
  'POST /desk/products/:symbol/halt': 'for everybody alike, by the rule on halts',
  'POST /desk/products/:symbol/resume': 'refused while it would treat open orders differently',
  'POST /desk/restore-hold/lift': 'lets withdrawals of everybody go on; two operators',
  'GET /desk/fund-rates': 'proposed rates of the fund',
  'POST /desk/fund-rates':
    'proposes a rate for everybody, of days that have not begun; alone it changes nothing',
  'POST /desk/fund-rates/:id/decision': 'a second operator publishes it, before its first day',
  'GET /desk/announcements': 'what everybody was told',
  'POST /desk/announcements': 'tells everybody the same words; five a day, nothing takes one back',
  'GET /desk/news': 'what everyone can read, could or will',
  'POST /desk/news': 'the same article for everyone; ten a day, no text changes',
  'POST /desk/news/:id/withdraw': 'takes an article away from everyone alike',
  'GET /desk/brand': 'how the app is named and coloured',
  'POST /desk/brand': 'name, accents, office and links; never the colours of results',
  'GET /desk/legal-texts': 'texts beside the app’s own',
  'POST /desk/legal-texts': 'proposes a text beside the app’s own; alone it changes nothing',
  'POST /desk/legal-texts/:id/decision': 'a second operator publishes it; no text changes',
  'GET /desk/support': 'who waits for customer service',
  'GET /desk/support/:account': 'one conversation; the look is logged',
  'POST /desk/support/:account/messages': 'words to one customer, and nothing else',
  'POST /desk/support/:account/marks': 'what of a conversation has arrived and was read',
  'POST /desk/support/:account/typing': 'that somebody types; kept nowhere',
  'POST /desk/support/:account/done': 'that a conversation needs no answer',
  'GET /desk/frozen': 'what the checks have frozen, and why',
  'POST /desk/frozen/:id/step':
    'two operators lift what is no longer faulty, or pay what the rule gives; no result, no amount',
  'GET /desk/recoveries': 'who asks to get back into an account',
  'GET /desk/recoveries/:id': 'one of them with the identity; the look is logged',
  'GET /desk/recoveries/:id/pictures/:picture': 'one picture; the look is logged',
  'POST /desk/recoveries/:id/decision':
    'two operators say yes, or one no; the asker sets the password, after two days in which the account can veto',
  'GET /desk/recovery-sums': 'how many recoveries there were, and by whom',
  'GET /desk/log': 'what operators did',
  'GET /desk/outlet': 'how many notices wait; it names no user',
  'GET /desk/client-reports': 'errors and speed of pages; it names no user',
}

const LANGUAGES = ['de', 'en', 'fr', 'id', 'ja', 'ko', 'th', 'vi', 'zh-CN', 'zh-TW']
/** Everything that an operator can say to the server. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  'POST /desk/session': ['answer', 'code', 'kind', 'name', 'password', 'proof'],
  'POST /desk/session/challenge': ['name', 'password'],
  'POST /desk/passkeys/options': ['password'],
  'POST /desk/passkeys': ['answer', 'name'],
  'POST /desk/passkeys/:id/remove': ['password'],
  'POST /desk/photos/:id/opening': ['why'],
  'POST /desk/payout-changes': [
    'account',
    'address',
    'bank',
    'currency',
    'holder',
    'kind',
    'nationality',
    'number',
    'proposed',
    'why',
  ],
  'POST /desk/frozen/:id/step': ['step'],
  'POST /desk/fund-rates': ['dailyRate', 'from', 'why'],
  'POST /desk/support/:account/messages': ['key', 'text'],
  'POST /desk/support/:account/marks': ['deliveredUpTo', 'readUpTo'],
  'POST /desk/support/:account/done': ['upTo'],
  'POST /desk/announcements': [...LANGUAGES, 'key', 'texts'].toSorted(),
  'POST /desk/news': [...LANGUAGES, 'body', 'key', 'publishAt', 'texts', 'title'].toSorted(),
  'POST /desk/brand': [
    'address',
    'brand',
    'colours',
    'dark',
    'hours',
    'label',
    'light',
    'links',
    'name',
    'office',
    'others',
    'replaces',
    'shortName',
    'site',
    'support',
    'url',
  ],
  'POST /desk/legal-texts': [...LANGUAGES, 'key', 'kind', 'texts'].toSorted(),
  'POST /desk/legal-texts/:id/decision': ['decision'],
  'POST /desk/withdrawals/:id/step': ['reason', 'step'],
}
const DECISION = ['decision', 'reason']
/** The one figure among them: a rate of the fund names no user, and two operators publish it before its first day. */
const FOR_EVERYBODY = 'POST /desk/fund-rates dailyRate'

const FORBIDDEN =
  /price|tick|rate|payoutRate|outcome|result|balance|stake|position|amount|fee|secret/i

const rows: Endpoint[] = Object.values(ENDPOINTS).flatMap((area) => Object.values<Endpoint>(area))
const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`
const deskRows = rows.filter(({ path }) => path.startsWith('/desk'))

/** Names of all properties, however deep. */
function propertiesOf(schema: z.core.$ZodType | null | undefined): string[] {
  if (!schema) return []
  const names = new Set<string>()
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('properties' in node && typeof node.properties === 'object' && node.properties !== null) {
      for (const name of Object.keys(node.properties)) names.add(name)
    }
    Object.values(node).forEach(walk)
  }
  walk(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }))
  return [...names].sort()
}

let its: TestServer
let anna: Visitor
let user: TestUser
beforeAll(async () => {
  its = await testServer()
  anna = await logInOperator(its, 'anna')
  user = await its.registerUser()
  await user.visitor.command('/api/practice-money', {})
  await submitIdentity(user.visitor)
})
afterAll(() => its.close())

describe('the desk’s endpoints', () => {
  it('are these and no others', () => {
    expect(deskRows.map(nameOf).sort()).toEqual(Object.keys(DESK).sort())
    const elsewhere = rows.filter(
      ({ access, path }) => access === 'operator' && !path.startsWith('/desk'),
    )
    expect(elsewhere.map(nameOf)).toEqual([])
  })
  it('take choices from a list, a document’s number, where a customer is paid, and a rate for all', () => {
    for (const row of deskRows) {
      const said = propertiesOf(row.body)
      const allowed = FIELDS[nameOf(row)] ?? (row.path.endsWith('/decision') ? DECISION : [])
      expect([nameOf(row), said]).toEqual([nameOf(row), allowed])
      const figures = said.filter((name) => FORBIDDEN.test(name))
      expect(figures.filter((name) => `${nameOf(row)} ${name}` !== FOR_EVERYBODY)).toEqual([])
    }
  })
  it('answer with no password, no hash of one, and no secret', () => {
    const told = deskRows.flatMap((row) => propertiesOf(row.reply))
    expect(told).toContain('previousHash')
    expect(told.filter((name) => /password|secret|token|sealed|wrapped/i.test(name))).toEqual([])
  })
})

const ask = (visitor: Visitor, { method, path }: Endpoint): Promise<Answer> =>
  visitor.ask(method, `/api${path.replace(/:\w+/g, '1001')}`, method === 'GET' ? {} : { body: {} })

describe('whoever is not at the desk', () => {
  it('finds nothing there, with a session of a user or none', async () => {
    /** All of an answer but the id of its request. */
    const textOf = ({ text, headers }: Answer): string =>
      text.replace(headers.get('x-request-id') ?? '', '')
    const nothing = await user.visitor.get('/api/desk/no-such-page')
    for (const row of rows.filter(({ access }) => access === 'operator')) {
      for (const visitor of [user.visitor, its.visitor()]) {
        const answer = await ask(visitor, row)
        const seen = [nameOf(row), answer.status, textOf(answer)]
        expect(seen).toEqual([nameOf(row), 404, textOf(nothing)])
      }
    }
  })
  it('cannot use a user’s secret as the desk’s, nor the other way round', async () => {
    const [secret = ''] = [...user.visitor.cookies.values()]
    const thief = its.visitor()
    thief.cookies.set('fairtick-desk', secret)
    expect((await thief.get('/api/desk/me')).status).toBe(404)
    const operator = its.visitor()
    operator.cookies.set('fairtick', anna.cookies.get('fairtick-desk') ?? '')
    expect((await operator.get('/api/session')).status).not.toBe(200)
    const login = { account: 'anna', password: OPERATOR_PASSWORD }
    expect((await its.visitor().post('/api/session', login)).status).not.toBe(200)
  })
})

describe('whoever is at the desk', () => {
  const fingerprint = async (): Promise<string> => {
    const parts = [
      'select id, password_hash, trading_password_hash from users order by id',
      'select * from orders order by id',
      'select * from settlements order by order_id',
      'select * from ticks order by product_id, seq',
      'select * from product_terms order by terms_id',
      'select * from terms_schedule order by product_id, valid_from',
      'select * from accounts order by id',
      'select * from entries order by transfer_id, account_id',
      'select name, password_hash, disabled_at from operators order by id',
      "select * from fund_rates where proposed_by <> 'practice-curve' order by from_day",
      'select * from fund_lots order by id',
      'select * from fund_redemptions order by id',
      'select * from fund_accruals order by user_id, day',
    ]
    const all = await Promise.all(parts.map((sql) => its.owner.query(sql)))
    return JSON.stringify(all, (_, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    )
  }
  it('changes no password, order, result, tick, rate or balance, whatever it asks for', async () => {
    const before = await fingerprint()
    const tricks = { password: 'x', payoutRate: 1, price: 1, outcome: 'won', amount: '1', fee: '0' }
    for (const row of rows.filter(
      ({ method, access }) => method !== 'GET' && access !== 'public',
    )) {
      if (row.path === '/desk/session') continue
      const path = `/api${row.path.replace(/:\w+/g, '1001')}`
      for (const body of [tricks, { ...tricks, decision: 'approve', step: 'review', how: 'now' }]) {
        const answer = await anna.ask(row.method, path, { body })
        expect([nameOf(row), answer.status < 500]).toEqual([nameOf(row), true])
      }
    }
    expect(await fingerprint()).toBe(before)
  })
  it('is nobody to every endpoint of users', async () => {
    for (const row of rows.filter(({ access }) => access === 'user')) {
      expect([nameOf(row), (await ask(anna, row)).status]).toEqual([nameOf(row), 401])
    }
  })
})

it('a rate of the fund names no user, neither published nor proposed', async () => {
  const columns = await its.owner.query<{ name: string }>(
    `select distinct column_name as name from information_schema.columns
      where table_schema = 'public' and table_name in ('fund_rates', 'fund_rate_proposals')`,
  )
  const names = columns.map(({ name }) => name)
  expect(names).toContain('daily_rate')
  expect(names.filter((name) => /user|account/.test(name))).toEqual([])
})

describe('the operators’ code', () => {
  const AREAS = [
    {
      area: 'desk',
      doors: [
        '#server/fund/proposals.ts',
        // For the balance that operators see.
        '#server/ledger/outbox-store.ts',
        '#server/market/maintenance.ts',
        '#server/market/market.ts',
        '#server/platform/operator-log.ts',
      ],
      called: [
        'add_operator_passkey',
        'begin_maintenance',
        'end_desk_session',
        'end_maintenance',
        'halt_drained',
        'lift_restore_hold',
        'open_desk_session',
        'refuse_proof',
        'remove_operator_passkey',
        'touch_desk_session',
      ],
      changed: [
        'operator_challenges',
        'operator_factors',
        'operator_passkeys',
        'operator_places',
        'operator_refusals',
        'operator_sessions',
        'operators',
      ],
    },
    {
      area: 'documents',
      doors: [
        '#server/fund/documents.ts',
        '#server/fund/rates.ts',
        '#server/ledger/frozen-state.ts',
        '#server/ledger/outbox-store.ts',
        '#server/platform/operator-log.ts',
        '#server/platform/user-transaction.ts',
      ],
      called: [
        'move_deposit',
        'move_payout_change',
        'move_recovery',
        'move_verification',
        'move_withdrawal',
        'publish_fund_rate',
        'reject_fund_rate',
      ],
      changed: [],
    },
    {
      area: 'frozen',
      // Of an order it reads what its user sees.
      doors: [
        '#server/ledger/outbox-store.ts',
        '#server/ledger/rotation.ts',
        '#server/trading/order-row.ts',
        '#server/trading/trading-store.ts',
      ],
      called: ['end_frozen', 'freeze_faults'],
      changed: [],
    },
  ]

  /** What decides results or moves money, and what operators' commands pass through. */
  const DOORS =
    /^#server\/((market|trading|ledger|fund)\/|platform\/(operator-log|user-transaction)\.ts)/

  it.each(AREAS)(
    'in server/$area reaches no tick log, feed or settlement, and of ledger and fund these doors alone',
    ({ area, doors }) => {
      const found = files(/\.ts$/, [`server/${area}`]).flatMap(({ text }) =>
        [...text.matchAll(/from '(#[^']+)'/g)]
          .map(([, name = '']) => name)
          .filter((name) => DOORS.test(name)),
      )
      expect(new Set(found)).toEqual(new Set(doors))
    },
  )
  it.each(AREAS)(
    'in server/$area calls these functions of the database, and changes no other tables',
    ({ area, called, changed }) => {
      const text = files(/\.ts$/, [`server/${area}`])
        .map((file) => file.text)
        .join('\n')
      const functions = FUNCTIONS.filter((name) => text.includes(`${name}(`))
      expect(new Set(functions)).toEqual(new Set(called))
      const written = [
        ...text.matchAll(/(?:insert into|(?<!do |for )update|delete from) ([a-z_]+)/g),
      ]
      expect(new Set(written.map(([, table]) => table))).toEqual(new Set(changed))
    },
  )
  it.each([
    ['settlement', /\b(settle_orders|enter_orders)\(/, 'server/trading/settlement-store.ts'],
    ['the operator log', /\b(log_act|record_act)\(/, 'server/platform/operator-log.ts'],
  ])('leaves %s to one file', (_, call, path) => {
    const callers = files(/\.ts$/, ['server']).filter(({ text }) => call.test(text))
    expect(callers.map((file) => file.path)).toEqual([path])
  })
})
