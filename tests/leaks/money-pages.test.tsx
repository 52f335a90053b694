import { expect, vi } from 'vitest'
import { PATHS } from '#lib/paths.ts'
import { countEverything, leavesNothingBehind, PATIENT, READY, VERIFIED } from './stays.ts'

const census = countEverything()

leavesNothingBehind({
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
  'own results': {
    path: PATHS.results,
    sees: 'Total assets over time',
    does: () => vi.waitFor(() => expect(census().counts().charts).toBe(2), PATIENT),
  },
  'what reviewers did': { path: `${PATHS.fundRecords}?tab=acts`, sees: 'anna-desk' },
  'everything about oneself': {
    path: `${PATHS.fundRecords}?tab=everything`,
    sees: 'Download everything',
  },
  'the fund': { path: PATHS.fund, sees: /≈ .* today, credited/ },
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
    sees: /carried forward$/,
    does: () => vi.waitFor(() => expect(census().counts().charts).toBe(1), PATIENT),
  },
  'a day of the income': { path: `${PATHS.fundDetails}?day=2023-11-08`, sees: /it adds up/ },
  'a check of the income': { path: `${PATHS.fundDetails}?check=1`, sees: /every cent matches\.$/ },
  'a transfer into the fund': { path: `${PATHS.fundDetails}?lot=1`, sees: 'Cancel transfer' },
  'a withdrawal from the fund': {
    path: `${PATHS.fundDetails}?redemption=1`,
    sees: 'Cancel withdrawal',
  },
  'the rules of the fund': { path: PATHS.fundRules, sees: 'How to check it' },
  'the published rates': { path: `${PATHS.fundRules}?tab=rates`, sees: 'Today' },
})
