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
const NOTHING_SAID = { text: '', about: null, question: null }
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
  setAlert: 'own',
  getPush: 'own',
  addPushDevice: 'own',
  setPushSwitches: 'own',
  openSubscription: 'own',
  openRedemption: 'own',
  listAccruals: 'own',
  getFundStatement: 'own',
  getOwnLimits: 'own',
  setOwnLimit: 'own',
  pauseTrading: 'own',
  downloadEverything: 'own',
  setSafetyWord: 'own',
  readMessages: 'own',
  markSupport: 'own',
  typeSupport: 'own',
  getSupportTranscript: 'own',

  getOrder: path('order'),
  getSettledReceipt: path('order'),
  getOrderByKey: path('orderKey'),
  endSession: path('session'),
  removePasskey: path('passkey'),
  getPhoto: path('photo'),
  cancelDeposit: path('deposit'),
  cancelWithdrawal: path('withdrawal'),
  cancelSubscription: path('fundLot'),
  cancelRedemption: path('redemption'),
  cancelAlert: path('alert'),
  removePushDevice: path('pushDevice'),
  listOrders: cursor('order'),
  listDeposits: cursor('deposit'),
  listWithdrawals: cursor('withdrawal'),
  listFundLots: cursor('fundLot'),
  listAlerts: cursor('alert'),
  listRedemptions: cursor('redemption'),
  listRecords: cursor('transfer'),
  listActs: cursor('act'),
  listLogIns: cursor('logIn'),
  listMessages: cursor('message'),
  listSupportMessages: cursor('supportMessage'),
  sendSupportMessage: body('photo', (photo) => ({ ...NOTHING_SAID, photo })),
  openDeposit: body('photo', (proof) => ({ ...DEPOSIT, proof })),
  submitVerification: body('photo', (id) => ({ ...IDENTITY, frontPhoto: id, backPhoto: id })),

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
  deskAnnouncements: 'desk',
  sendAnnouncement: 'desk',
  deskSupport: 'desk',
  deskSupportMessages: 'desk',
  answerSupport: 'desk',
  deskMarkSupport: 'desk',
  deskTypeSupport: 'desk',
  closeSupport: 'desk',
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
  deskSupportMessages: 'account',
  answerSupport: 'account',
  deskMarkSupport: 'account',
  deskTypeSupport: 'account',
  closeSupport: 'account',
}
