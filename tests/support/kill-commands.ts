/** Every command that carries a key of its own, the users who send it, and what it must leave behind exactly once. */
import { randomUUID } from 'node:crypto'
import { createPasswordHasher } from '#server/identity/password-hasher.ts'
import { fundDates } from '#rules/fund-calendar.ts'
import { setPassword } from '#support/credentials.ts'
import { addPayoutAccount, addVerified } from '#support/cashier-room.ts'
import { subscribeRaw } from '#support/fund-room.ts'
import { addUser, grant } from '#support/ledger-room.ts'
import { CHINESE_NAME, verificationForm } from '#support/photos.ts'
import type { TestDatabase } from '#support/postgres.ts'
import { addSession } from '#support/killable-server.ts'
import { pause } from '#support/until.ts'
import { type Answer, Visitor } from '#support/visitor.ts'

const TRADING_PASSWORD = 'another-mule-8-stapler'
const CASH = 1_000_000n
const SHARES = 300_000n
const SHARES_AGE_MS = 12 * 86_400_000
const RETRY_MS = 50
const GIVE_UP_MS = 60_000

export interface Sender {
  userId: bigint
  visitor: Visitor
  /** An established customer has money, shares, an identity and a payout account; a newcomer has none of them. */
  established: boolean
}

interface SenderWish {
  url: string
  established: boolean
  /** The server's moment, ms. */
  now: number
}

export async function addSender(
  { owner }: Pick<TestDatabase, 'owner'>,
  { url, established, now }: SenderWish,
): Promise<Sender> {
  const userId = await addUser(owner)
  const hasher = await createPasswordHasher({ memoryCost: 64, timeCost: 1 })
  const hash = await hasher.hash(TRADING_PASSWORD)
  await setPassword(owner, { userId, kind: 'trading', hash })
  if (established) {
    await grant(owner, userId, CASH)
    await addVerified(owner, userId, now)
    await addPayoutAccount(owner, userId)
    await subscribeRaw(owner, { userId, amount: SHARES, at: now - SHARES_AGE_MS })
  }
  const visitor = new Visitor(url)
  const [name = '', value = ''] = (await addSession(owner, userId, `sender-${userId}`)).split('=')
  visitor.cookies.set(name, value)
  return { userId, visitor, established }
}

export interface Moment {
  /** The server's, ms. */
  now: number
  termsId: string
  durationMs: number
}

interface Command {
  /** Of the endpoint in the contract. */
  path: string
  sender: 'established' | 'newcomer'
  body(moment: Moment, visitor: Visitor): object | Promise<object>
  /** SQL that counts what it made for the user $1. */
  made: string
}

const countOf = (from: string): string => `select count(*)::int as n from ${from}`

export const COMMANDS: readonly Command[] = [
  {
    path: '/practice-money',
    sender: 'newcomer',
    body: () => ({}),
    made: countOf(`transfers where kind = 'practice_issue' and ref like $1 || ':%'`),
  },
  {
    path: '/verification',
    sender: 'newcomer',
    body: (_, visitor) => verificationForm(visitor),
    made: countOf('verifications where user_id = $1'),
  },
  {
    path: '/payout-account',
    sender: 'newcomer',
    body: () => ({
      account: {
        kind: 'bank_card',
        // The name that the command before it sent in.
        holder: CHINESE_NAME,
        nationality: 'DE',
        bank: 'A bank',
        number: 'DE89 3704 0044 0532 0130 00',
        address: 'Cologne',
      },
      tradingPassword: TRADING_PASSWORD,
    }),
    made: countOf('payout_accounts where user_id = $1'),
  },
  {
    path: '/support/messages',
    sender: 'newcomer',
    body: () => ({ text: 'Is my money safe?', photo: null, about: null, question: null }),
    made: countOf(`support_messages where user_id = $1 and author = 'user'`),
  },
  {
    path: '/orders',
    sender: 'established',
    body: ({ termsId, durationMs }) => ({
      symbol: 'BTCUSDT',
      direction: 'up',
      stake: '10.00',
      durationMs,
      termsId,
    }),
    made: countOf('orders where user_id = $1'),
  },
  {
    path: '/deposits',
    sender: 'established',
    body: () => ({ method: 'bank_transfer', amount: '50.00', proof: null }),
    made: countOf('deposits where user_id = $1'),
  },
  {
    path: '/withdrawals',
    sender: 'established',
    body: () => ({
      amount: '25.00',
      fee: '2.00',
      tradingPassword: TRADING_PASSWORD,
      proof: null,
    }),
    made: countOf('withdrawals where user_id = $1'),
  },
  {
    path: '/fund/subscriptions',
    sender: 'established',
    body: ({ now }) => ({ amount: '123.45', confirmDay: fundDates(now).settleDay }),
    made: countOf(`fund_lots where user_id = $1 and amount = 12345`),
  },
  {
    path: '/fund/redemptions',
    sender: 'established',
    body: ({ now }) => ({
      amount: '12.34',
      speed: 'next_day',
      payDay: fundDates(now).settleDay,
      tradingPassword: null,
    }),
    made: countOf('fund_redemptions where user_id = $1'),
  },
]

/** Each cancels what the command without `/:id/cancel` made; refused when a review was quicker. */
export const CANCELLATIONS = [
  { path: '/deposits/:id/cancel', table: 'deposits' },
  { path: '/withdrawals/:id/cancel', table: 'withdrawals' },
  { path: '/fund/subscriptions/:id/cancel', table: 'fund_lots' },
  { path: '/fund/redemptions/:id/cancel', table: 'fund_redemptions' },
] as const

/** A command with its key: it may be sent as often as it takes to get an answer. */
export class Sending {
  readonly sender: Sender
  /** Of the endpoint in the contract. */
  readonly path: string
  readonly #address: string
  readonly #body: object
  readonly #key = randomUUID()

  constructor(
    sender: Sender,
    path: string,
    { id = '', body = {} }: { id?: string; body?: object },
  ) {
    this.sender = sender
    this.path = path
    this.#address = `/api${path.replace(':id', id)}`
    this.#body = body
  }

  /** Null when no answer came, or one that decides nothing. */
  async once(): Promise<Answer | null> {
    try {
      const answer = await this.sender.visitor.command(this.#address, this.#body, this.#key)
      return answer.status >= 500 ? null : answer
    } catch {
      return null
    }
  }

  async untilAnswered(): Promise<Answer> {
    for (const end = performance.now() + GIVE_UP_MS; performance.now() < end; ) {
      const answer = await this.once()
      if (answer !== null) return answer
      await pause(RETRY_MS)
    }
    throw new Error(`${this.path} was not answered within ${GIVE_UP_MS} ms`)
  }
}
