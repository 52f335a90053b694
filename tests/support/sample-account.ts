/** A user's balance, profile and documents as the server sends them, decoded; each test changes what it is about. */
import { type Balance, balance } from '#contract/balance.ts'
import { type Message, message } from '#contract/messages.ts'
import { type Deposit, deposit, type Withdrawal, withdrawal } from '#contract/cashier.ts'
import { getAppInfo } from '#contract/endpoints/app.ts'
import { type Profile, profile } from '#contract/profile.ts'

type Change = Record<string, unknown>

/** Amounts are texts, as on the wire; `total` is what is given, not a sum. */
export const balanceWire = (change: Change = {}): Change => ({
  version: 1,
  available: '100.00',
  staked: '0.00',
  held: '0.00',
  fund: '0.00',
  total: '100.00',
  profitAndLoss: '0.00',
  today: { profitAndLoss: '0.00', endsAt: 1_700_006_400_000 },
  practiceNextAt: null,
  ...change,
})
export const sampleBalance = (change: Change = {}): Balance => balance.parse(balanceWire(change))

export const verificationWire = (change: Change = {}): Change => ({
  status: 'none',
  name: null,
  nationality: null,
  idNumber: null,
  submittedAt: null,
  decidedAt: null,
  reviewer: null,
  reason: null,
  photosUntil: null,
  ...change,
})

export const profileWire = (change: Change = {}): Change => ({
  version: 1,
  account: 'trader_one',
  nickname: 'Trader One',
  openingCode: '0123456789',
  level: 'ordinary',
  createdAt: 1_690_000_000_000,
  phone: '•••• 5678',
  verification: verificationWire(),
  payoutAccount: null,
  factors: { totp: false, recoveryCodesLeft: 0, passkeys: [] },
  completedPayouts: 0,
  invited: 0,
  safetyWord: null,
  ...change,
})
export const sampleProfile = (change: Change = {}): Profile => profile.parse(profileWire(change))

export const messageWire = (change: Change = {}): Change => ({
  id: '1',
  kind: 'deposit_approved',
  params: { depositId: '7', amount: '500.00' },
  sentAt: 1_700_000_000_000,
  readAt: null,
  ...change,
})
export const sampleMessage = (change: Change = {}): Message => message.parse(messageWire(change))

export const depositWire = (change: Change = {}): Change => ({
  id: '1',
  method: 'bank',
  amount: '500.00',
  status: 'submitted',
  hasProof: false,
  createdAt: 1_690_000_000_000,
  reviewAt: null,
  decidedAt: null,
  reviewer: null,
  reason: null,
  ...change,
})
export const sampleDeposit = (change: Change = {}): Deposit => deposit.parse(depositWire(change))

export const withdrawalWire = (change: Change = {}): Change => ({
  id: '1',
  amount: '100.00',
  fee: '1.00',
  net: '99.00',
  destination: { kind: 'bank_card', bank: 'Example Bank', number: '•••• 1234' },
  status: 'requested',
  createdAt: 1_690_000_000_000,
  reviewAt: null,
  decidedAt: null,
  sentAt: null,
  doneAt: null,
  reviewer: null,
  reason: null,
  ...change,
})
export const sampleWithdrawal = (change: Change = {}): Withdrawal =>
  withdrawal.parse(withdrawalWire(change))

export const sampleAppInfo = getAppInfo.reply.parse({
  version: '1.0.0',
  versionCode: 100,
  practice: true,
  practiceReviewer: true,
  source: 'simulated',
  speed: 1,
  serverTime: 1,
})
