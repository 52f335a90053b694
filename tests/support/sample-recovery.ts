/** Account recoveries as the server describes them, for tests of components. */
type Change = Record<string, unknown>

export const FOLLOW_CODE = 'ABCD-EFGH-JKMN-PQRS-TVWX-YZ01'
export const UPLOAD_TOKEN = 'a'.repeat(22)
const ASKED_AT = 1_700_000_000_000

export const followedWire = (change: Change = {}): Change => ({
  lost: 'login_password',
  state: 'review',
  askedAt: ASKED_AT,
  pictures: { document: true, face: true },
  until: ASKED_AT + 3 * 86_400_000,
  opened: false,
  ...change,
})

export const ownRecoveryWire = (change: Change = {}): Change => ({
  id: '71',
  lost: 'login_password',
  status: 'waiting',
  askedAt: ASKED_AT,
  approvedAt: ASKED_AT,
  readyAt: ASKED_AT + 2 * 86_400_000,
  endedAt: null,
  vetoedBy: null,
  canVeto: true,
  ...change,
})

export const deskRecoveryWire = (change: Change = {}): Change => ({
  id: '71',
  account: 'trader_one',
  lost: 'login_password',
  status: 'review',
  askedAt: ASKED_AT,
  decideBy: ASKED_AT + 3 * 86_400_000,
  earlierVetoes: 0,
  proposal: null,
  decidedBy: null,
  decidedAt: null,
  reason: null,
  readyAt: null,
  endedAt: null,
  vetoedBy: null,
  ...change,
})
