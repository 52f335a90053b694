import { PATHS, securityPath } from '#lib/paths.ts'
import { countEverything, leavesNothingBehind, press, VERIFIED } from './stays.ts'

countEverything()

leavesNothingBehind({
  'the personal centre': { path: PATHS.user, sees: 'Trader One' },
  'the credit score': {
    path: PATHS.user,
    sees: 'Trader One',
    does: () => press('main section button:not([aria-label])'),
  },
  'account recovery': { path: PATHS.recovery, sees: 'What did you lose?' },
  'own limits': { path: PATHS.limits, sees: 'Self-exclusion' },
  'an own limit that is opened': {
    path: PATHS.limits,
    sees: 'Self-exclusion',
    does: () => press('main section button[aria-haspopup=dialog]'),
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
  'a change of password': { path: PATHS.password, sees: 'Old login password' },
})
