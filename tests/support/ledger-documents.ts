/** Deposits and withdrawals as they must behave, in plain numbers; nothing here is shared with the code it judges. */

export type Kind = 'deposit' | 'withdrawal'
export interface ModelDocument {
  kind: Kind
  id: string
  amount: bigint
  fee: bigint
  status: string
  at: number
  owner: Purse
}
/** What documents move. */
export interface Purse {
  cash: bigint
  held: bigint
  /** Ledger entries on the user's accounts. */
  version: number
  documents: ModelDocument[]
}

const DAY_MS = 86_400_000
const LIMITS = {
  deposit: { least: 1_000n, most: 5_000_000n, waiting: 5, daily: 10 },
  withdrawal: { least: 2_000n, most: 5_000_000n, waiting: 3, daily: 5 },
}
const WAITING = ['submitted', 'requested', 'review', 'approved', 'paying']

/** Every move there is: whose act, from, to, and what it does to cash, hold and the number of entries. */
interface Move {
  kind: Kind
  act: string
  from: string
  to: string
  cash: 0 | 1
  held: 0 | -1
}
const move = (
  kind: Kind,
  act: string,
  way: string,
  { cash = 0, held = 0 }: Partial<Pick<Move, 'cash' | 'held'>> = {},
): Move => {
  const [from = '', to = ''] = way.split('>')
  return { kind, act, from, to, cash, held }
}
const MOVES: readonly Move[] = [
  move('deposit', 'cancel', 'submitted>cancelled'),
  move('deposit', 'review', 'submitted>review'),
  move('deposit', 'approve', 'review>approved', { cash: 1 }),
  move('deposit', 'reject', 'review>rejected'),
  move('withdrawal', 'cancel', 'requested>cancelled', { cash: 1, held: -1 }),
  move('withdrawal', 'review', 'requested>review'),
  move('withdrawal', 'cancel', 'review>cancelled', { cash: 1, held: -1 }),
  move('withdrawal', 'reject', 'review>rejected', { cash: 1, held: -1 }),
  move('withdrawal', 'approve', 'review>approved', { held: -1 }),
  move('withdrawal', 'pay', 'approved>paying'),
  move('withdrawal', 'sent', 'paying>paid'),
  move('withdrawal', 'bounce', 'paying>bounced', { cash: 1 }),
]
export const ACTS = [...new Set(MOVES.map(({ act }) => act))]

export const isWaiting = (it: ModelDocument): boolean =>
  WAITING.includes(it.status) && !(it.kind === 'deposit' && it.status === 'approved')

/** The acts that the document's status allows. */
export const actsOn = (it: ModelDocument): string[] =>
  MOVES.filter(({ kind, from }) => kind === it.kind && from === it.status).map(({ act }) => act)

/** What the command must answer. */
export function openAnswer(
  purse: Purse,
  kind: Kind,
  { amount, at }: { amount: bigint; at: number },
) {
  const { least, most, waiting, daily } = LIMITS[kind]
  const own = purse.documents.filter((it) => it.kind === kind)
  if (amount < least) return 'amount_below_minimum'
  if (amount > most) return 'amount_above_maximum'
  if (own.filter(isWaiting).length >= waiting) return 'too_many_in_review'
  if (own.filter((it) => it.at >= at - (at % DAY_MS)).length >= daily) return 'daily_count_reached'
  return kind === 'withdrawal' && amount > purse.cash ? 'available_too_low' : 'ok'
}

/** Half a percent, rounded up, and at least 2.00. */
export const feeOf = (amount: bigint): bigint => {
  const exact = amount * 50n
  const share = exact / 10_000n + (exact % 10_000n > 0n ? 1n : 0n)
  return share < 200n ? 200n : share
}

export function applyOpen(
  owner: Purse,
  kind: Kind,
  it: { id: string; amount: bigint; at: number },
): void {
  const status = kind === 'deposit' ? 'submitted' : 'requested'
  owner.documents.push({ ...it, kind, fee: feeOf(it.amount), status, owner })
  if (kind === 'deposit') return
  owner.cash -= it.amount
  owner.held += it.amount
  owner.version += 2
}

export const moveAnswer = (it: ModelDocument, act: string): string =>
  actsOn(it).includes(act) ? 'ok' : 'document_moved_on'

export function applyMove(it: ModelDocument, act: string): void {
  const made = MOVES.find(
    (move) => move.kind === it.kind && move.act === act && move.from === it.status,
  )
  if (made === undefined) throw new Error(`the model cannot ${act} a ${it.kind} ${it.status}`)
  const { owner } = it
  it.status = made.to
  owner.cash += BigInt(made.cash) * it.amount
  owner.held += BigInt(made.held) * it.amount
  owner.version += Math.abs(made.cash) + Math.abs(made.held)
}
