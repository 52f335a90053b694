/** What each endpoint's caller may reach: declared for every row, so that a new row has to say it too. */
import type { RecordKind } from '#support/furnished-house.ts'

/**
 * `open`: for everybody, of nobody. `own`: the caller's own, named by nothing but their session. `record`: named in
 * the path, in a list's cursor or in the body, and only its owner's. `desk`: operators'.
 */
export type Policy =
  | 'open'
  | 'own'
  | 'desk'
  | { record: RecordKind; in: 'path' | 'cursor' }
  | { record: RecordKind; in: 'body'; body: (id: string) => object }

const path = (record: RecordKind) => ({ record, in: 'path' }) as const
const cursor = (record: RecordKind) => ({ record, in: 'cursor' }) as const
const body = (record: RecordKind, make: (id: string) => object) =>
  ({ record, in: 'body', body: make }) as const

const IDENTITY = { name: '张小明', nationality: 'CN', idNumber: '11010519491231002X' }
const DEPOSIT = { method: 'bank_transfer', amount: '50' }

export const POLICIES: Record<string, Policy> = {
  getAppInfo: 'open',
  listProducts: 'open',
  listSparklines: 'open',
  listCandles: 'open',
  listTicks: 'open',
  listCheckpoints: 'open',
  listSeeds: 'open',
  quoteOrder: 'open',
  getFundTerms: 'open',
  listFundRates: 'open',
  getStatistics: 'open',
  checkRegistration: 'open',
  register: 'open',
  logIn: 'open',
  logOut: 'open',
  deskLogIn: 'open',

  placeOrder: 'own',
  getMe: 'own',
  changePassword: 'own',
  changeNickname: 'own',
  listSessions: 'own',
  endOtherSessions: 'own',
  startTotp: 'own',
  confirmTotp: 'own',
  removeTotp: 'own',
  startPasskey: 'own',
  addPasskey: 'own',
  uploadPhoto: 'own',
  getVerification: 'own',
  deletePhotos: 'own',
  takePracticeMoney: 'own',
  getBalance: 'own',
  getDepositTerms: 'own',
  getWithdrawalTerms: 'own',
  challengeWithdrawal: 'own',
  challengeTotpRemoval: 'own',
  openWithdrawal: 'own',
  getPayoutAccount: 'own',
  setPayoutAccount: 'own',
  getFund: 'own',
  openSubscription: 'own',
  setAlert: 'own',
  openRedemption: 'own',
  listAccruals: 'own',
  getFundStatement: 'own',
  getOwnLimits: 'own',
  setOwnLimit: 'own',
  pauseTrading: 'own',
  downloadEverything: 'own',

  getOrder: path('order'),
  getOrderByKey: path('orderKey'),
  endSession: path('session'),
  removePasskey: path('passkey'),
  getPhoto: path('photo'),
  cancelDeposit: path('deposit'),
  cancelWithdrawal: path('withdrawal'),
  cancelSubscription: path('fundLot'),
  cancelRedemption: path('redemption'),
  listOrders: cursor('order'),
  listDeposits: cursor('deposit'),
  listWithdrawals: cursor('withdrawal'),
  listFundLots: cursor('fundLot'),
  listRedemptions: cursor('redemption'),
  listRecords: cursor('transfer'),
  listActs: cursor('act'),
  cancelAlert: path('alert'),
  listLogIns: cursor('logIn'),
  openDeposit: body('photo', (proof) => ({ ...DEPOSIT, proof })),
  submitVerification: body('photo', (id) => ({ ...IDENTITY, frontPhoto: id, backPhoto: id })),

  listAlerts: cursor('alert'),
  deskLogOut: 'desk',
  deskMe: 'desk',
  deskVerifications: 'desk',
  deskVerification: 'desk',
  decideVerification: 'desk',
  deskPhoto: 'desk',
  deskDeposits: 'desk',
  reviewDeposit: 'desk',
  decideDeposit: 'desk',
  deskWithdrawals: 'desk',
  deskWithdrawal: 'desk',
  moveWithdrawal: 'desk',
  deskPayoutChanges: 'desk',
  proposePayoutChange: 'desk',
  decidePayoutChange: 'desk',
  findCustomers: 'desk',
  getCustomer: 'desk',
  deskProducts: 'desk',
  haltProduct: 'desk',
  resumeProduct: 'desk',
  deskFundRates: 'desk',
  proposeFundRate: 'desk',
  decideFundRate: 'desk',
  deskLog: 'desk',
}

/** Which record a desk row's path names: the owner's, or a proposed rate, which is nobody's. */
export const DESK_RECORDS: Record<string, RecordKind> = {
  deskVerification: 'verification',
  decideVerification: 'verification',
  deskPhoto: 'photo',
  reviewDeposit: 'deposit',
  decideDeposit: 'deposit',
  deskWithdrawal: 'withdrawal',
  moveWithdrawal: 'withdrawal',
  decidePayoutChange: 'payoutChange',
  decideFundRate: 'rateProposal',
  getCustomer: 'account',
}
