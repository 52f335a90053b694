import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { newsPath, PATHS, productPath, receiptPath, securityPath } from '#lib/paths.ts'
import { verificationWire } from '#support/sample-account.ts'
import { accountWire } from '../unit/src/features/cashier/cashier-wire.ts'
import { type Census, takeCensus } from './census.ts'
import { settle, talkative, type Visit, visit } from './visit.tsx'

const TIMES = 50
const WARM_UP = 3
let census: Census

beforeEach(() => {
  localStorage.clear()
  census = takeCensus()
})
afterEach(() => {
  census.end()
  vi.unstubAllGlobals()
})

const press = async (selector: string): Promise<void> => {
  const button = await vi.waitFor(() => {
    const found = document.querySelector(selector)
    if (found === null) throw new Error(`no ${selector}`)
    return found
  })
  await act(async () => void fireEvent.click(button))
  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).not.toBeNull())
}

interface Stay {
  path: string
  /** Standing on the page shows that it is really there. */
  sees: string | RegExp
  does?: () => Promise<void>
  /** What is special about the user who stays. */
  profile?: Record<string, unknown>
  /** Where the visit goes on: about us, unless it is about that. */
  leavesFor?: string
}

const VERIFIED = verificationWire({
  status: 'verified',
  name: 'W**',
  nationality: 'CN',
  idNumber: '•••• 7651',
  submittedAt: 1_690_000_000_000,
  decidedAt: 1_690_000_006_000,
  reviewer: 'practice-reviewer',
  photosUntil: 1_697_776_000_000,
})
const READY = { verification: VERIFIED, payoutAccount: accountWire() }

/** Every finished page, and those with something open on it when it is left. */
const STAYS: Record<string, Stay> = {
  welcome: { path: PATHS.welcome, sees: 'Practice money only' },
  'log in': { path: PATHS.login, sees: 'Login password' },
  'registration, step one': { path: PATHS.registerCheck, sees: 'Opening code' },
  'registration, step two': { path: PATHS.register, sees: 'Trading password' },
  home: { path: PATHS.home, sees: 'Product recommendations' },
  'an order opened at home': {
    path: PATHS.home,
    sees: 'Product recommendations',
    does: () => press('main [role=tabpanel] li button'),
  },
  'a deposit being made at home': { path: `${PATHS.home}?open=deposit`, sees: 'Submit deposit' },
  'an article': { path: newsPath('result'), sees: 'The buy price' },
  products: { path: PATHS.products, sees: 'Bitcoin' },
  detail: { path: productPath('BTCUSDT'), sees: 'My positions' },
  'detail with the ticket open': {
    path: productPath('BTCUSDT'),
    sees: 'My positions',
    does: () => press('main .sticky button'),
  },
  orders: { path: PATHS.orders, sees: 'No more' },
  'open positions': { path: `${PATHS.orders}?tab=open`, sees: 'Bitcoin' },
  'an order sheet': {
    path: `${PATHS.orders}?tab=open`,
    sees: 'Bitcoin',
    does: () => press('article button'),
  },
  'a receipt': { path: receiptPath('3'), sees: /^This browser cannot work it out/ },
  'the personal centre': { path: PATHS.user, sees: 'Trader One' },
  'the credit score': {
    path: PATHS.user,
    sees: 'Trader One',
    does: () => press('main section button:not([aria-label])'),
  },
  'own limits': { path: PATHS.limits, sees: 'Self-exclusion' },
  'an own limit that is opened': {
    path: PATHS.limits,
    sees: 'Self-exclusion',
    does: () => press('main section button'),
  },
  settings: { path: PATHS.settings, sees: 'Clear cache' },
  messages: { path: PATHS.messages, sees: 'Deposit arrived' },
  'second factors': { path: securityPath('factors'), sees: 'Set up' },
  'the form to prove who one is': { path: PATHS.verify, sees: 'Submit for review' },
  'a proved identity': {
    path: PATHS.verify,
    sees: 'Verification Successful',
    profile: { verification: VERIFIED },
  },
  'the withdrawal account': { path: PATHS.account, sees: '•••• 1111', profile: READY },
  'the form of a withdrawal account': {
    path: PATHS.accountDetail,
    sees: 'Check the details',
    profile: { verification: VERIFIED },
  },
  deposits: { path: PATHS.deposits, sees: 'Bank transfer' },
  'a deposit being made': { path: `${PATHS.deposits}?new=1`, sees: 'Submit deposit' },
  'a deposit that is opened': {
    path: `${PATHS.deposits}?id=1`,
    sees: 'Cancel deposit',
  },
  'a withdrawal being made': { path: PATHS.withdraw, sees: 'Check and confirm', profile: READY },
  withdrawals: { path: PATHS.withdrawals, sees: /Example Bank/ },
  'a withdrawal that is opened': { path: `${PATHS.withdrawals}?id=1`, sees: 'Cancel withdrawal' },
  'the ledger': { path: PATHS.fundRecords, sees: /Deposit credited/ },
  'what reviewers did': { path: `${PATHS.fundRecords}?tab=acts`, sees: 'anna-desk' },
  'everything about oneself': {
    path: `${PATHS.fundRecords}?tab=everything`,
    sees: 'Download everything',
  },
  'the fund': { path: PATHS.fund, sees: /Today adds about/ },
  'a withdrawal from the fund being made': {
    path: `${PATHS.fund}?open=withdraw`,
    sees: 'Next business day',
  },
  'a transfer into the fund being made': {
    path: PATHS.fundDeposit,
    sees: /First income credited/,
  },
  'the income of the fund': {
    path: PATHS.fundDetails,
    sees: /carried$/,
    does: () => vi.waitFor(() => expect(census.counts().charts).toBe(1)),
  },
  'a day of the income': { path: `${PATHS.fundDetails}?day=2023-11-08`, sees: /it adds up/ },
  'a check of the income': { path: `${PATHS.fundDetails}?check=1`, sees: /every cent agrees/ },
  'a transfer into the fund': { path: `${PATHS.fundDetails}?lot=1`, sees: 'Cancel transfer' },
  'a withdrawal from the fund': {
    path: `${PATHS.fundDetails}?redemption=1`,
    sees: 'Cancel withdrawal',
  },
  'the rules of the fund': { path: PATHS.fundRules, sees: 'How to check it' },
  'the published rates': { path: `${PATHS.fundRules}?tab=rates`, sees: 'Today' },
  'a change of password': { path: PATHS.password, sees: 'Old login password' },
  'customer service': { path: PATHS.support, sees: 'word 2' },
  'about us': { path: PATHS.about, sees: 'Who we are', leavesFor: PATHS.privacy },
  'the privacy policy': { path: PATHS.privacy, sees: 'Your identity and photos' },
  'the privacy policy, second page': { path: PATHS.privacyMore, sees: 'What your device keeps' },
  'how a result is settled': { path: PATHS.trust, sees: /^If this had been your order/ },
  'the odds': { path: PATHS.odds, sees: 'How many people lose' },
  'the statistics': { path: PATHS.statistics, sees: 'How orders ended' },
  'choosing a place': { path: PATHS.chooseLocation, sees: 'Cities in the list' },
  'a chosen place': {
    path: PATHS.chooseLocation,
    sees: 'Cities in the list',
    does: async () => {
      await act(async () => void fireEvent.click(screen.getByText('London')))
      expect(screen.getByText('Chosen place')).toBeTruthy()
    },
  },
  'the office': { path: PATHS.openLocation, sees: 'Opening hours' },
}

async function stay(
  visitor: Visit,
  { path, sees, does, leavesFor = PATHS.about }: Stay,
): Promise<void> {
  await visitor.go(path)
  expect((await screen.findAllByText(sees, {}, { timeout: 20_000 })).length).toBeGreaterThan(0)
  await does?.()
  await visitor.go(leavesFor)
}

const inOrder = (leases: ReadonlyMap<string, number>): [string, number][] =>
  [...leases].toSorted(([a], [b]) => a.localeCompare(b))

it.each(Object.entries(STAYS))(
  'visiting %s fifty times leaves nothing behind',
  async (_name, one) => {
    const streams = talkative(one.profile)
    const visitor = await visit(streams)
    // The app itself listens for messages, for the word that stands on them and for a reminder, on whatever page.
    const appLeases = [
      ['limits', 1],
      ['messages', 1],
      ['profile', 1],
      ['support', 1],
    ]
    // Some of them stand in code that is loaded by and by.
    await vi.waitFor(() => expect(inOrder(streams.leases)).toEqual(appLeases), { timeout: 20_000 })
    for (let i = 0; i < WARM_UP; i++) await stay(visitor, one)
    await settle(300)
    const before = { ...census.counts(), watchers: streams.connection$.observers.length }
    const known = census.list()
    for (let i = 0; i < TIMES; i++) await stay(visitor, one)
    await settle(300)
    const news = census.list().filter((line) => !known.includes(line))
    const after = { ...census.counts(), watchers: streams.connection$.observers.length }
    expect(inOrder(streams.leases)).toEqual(appLeases)
    expect(after.charts).toBe(0)
    expect(after, news.join('\n')).toEqual(before)
    visitor.leave()
    expect([...streams.leases]).toEqual([])
  },
  60_000,
)

it('sees leases and a chart while a page stands, so that their absence says something', async () => {
  const streams = talkative()
  const visitor = await visit(streams)
  const empty = census.counts()
  await visitor.go(productPath('BTCUSDT'))
  await vi.waitFor(() => expect(census.counts().charts).toBe(1))
  const leased = [...streams.leases.keys()]
  expect(leased).toEqual(expect.arrayContaining(['quote:18:detail', 'candles:BTCUSDT:1m']))
  expect(census.counts().timers).toBeGreaterThan(empty.timers)
  expect(census.counts().observed).toBeGreaterThan(empty.observed)
  visitor.leave()
  expect([...streams.leases]).toEqual([])
})
