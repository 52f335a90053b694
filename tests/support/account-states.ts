/** What each act of a user does in each state of the account: the table of tests/integration/account-states.test.ts. */

export const STATES = ['open', 'locked', 'closing', 'closed'] as const
export type AccountState = (typeof STATES)[number]

/** The status of the answer, and its code if it is a refusal. A session that has ended answers `not_logged_in`. */
export type Outcome = `${number}` | `${number} ${string}`

const ENDED = '401 not_logged_in'
const IS_CLOSING = '409 account_closing'
/** By a session from before the account came into the state; `logIn` and `wrongPassword` without one. */
type Row = readonly [act: string, ...outcomes: readonly [Outcome, Outcome, Outcome, Outcome]]

/** The outcomes are in the order of `STATES`. */
export const ACCOUNT_STATES: readonly Row[] = [
  ['logIn', '200', '409 account_locked', '200', '401 login_failed'],
  ['wrongPassword', '401 login_failed', '401 login_failed', '401 login_failed', '401 login_failed'],
  ['readMe', '200', ENDED, '200', ENDED],
  ['order', '200', ENDED, IS_CLOSING, ENDED],
  ['practiceMoney', '409 practice_taken', ENDED, '409 practice_taken', ENDED],
  ['deposit', '200', ENDED, IS_CLOSING, ENDED],
  ['withdraw', '200', ENDED, IS_CLOSING, ENDED],
  ['fundTransfer', '200', ENDED, IS_CLOSING, ENDED],
  ['changePassword', '204', ENDED, '204', ENDED],
  ['chat', '200', ENDED, '200', ENDED],
  ['lock', '204', ENDED, '204', ENDED],
  ['close', '200', ENDED, IS_CLOSING, ENDED],
  ['keep', '204', ENDED, '204', ENDED],
]
