/** Commands of a ledger sequence at the cashier: each acts, says what the model expects, and compares both. */
import fc from 'fast-check'
import { z } from 'zod'
import { Rejected } from '#server/platform/errors.ts'
import {
  ACTS,
  actsOn,
  applyMove,
  applyOpen,
  feeOf,
  isWaiting,
  type Kind,
  type ModelDocument,
  moveAnswer,
  openAnswer,
} from '#support/ledger-documents.ts'
import { type House, same } from '#support/ledger-house.ts'
import type { LedgerModel } from '#support/ledger-model.ts'
import { type Step, step } from '#support/ledger-step.ts'

const BODY = Buffer.from('cashier')
const ACTOR = 'operator-one'
const made = z.object({ id: z.string() })
const reply = z.union([
  z.object({ deposit: made }).transform((it) => it.deposit.id),
  z.object({ withdrawal: made }).transform((it) => it.withdrawal.id),
])
export const documentIn = (json: string): string => reply.parse(JSON.parse(json))

const codeOf = (error: unknown): string => {
  if (error instanceof Rejected) return error.code
  throw error
}

export interface Opening {
  kind: Kind
  userId: bigint
  amount: bigint
  key: string
}
export function opening(house: House, { kind, userId, amount, key }: Opening): Promise<string> {
  const bodyHash = Buffer.from(`${kind} ${amount}`)
  const command = { userId, key, bodyHash }
  if (kind === 'deposit') {
    return house.deposits.open({ ...command, body: { method: 'wire', amount, proof: null } })
  }
  const body = { amount, fee: feeOf(amount), tradingPassword: 'x', proof: null }
  return house.withdrawals.open({ ...command, address: '127.0.0.1', body })
}

const open = (kind: Kind, who: number, amount: bigint): Step =>
  step(`${kind}(${who}, ${amount})`, async (model, house) => {
    const user = model.user(who)
    const userId = house.userId(who)
    const key = house.newKey()
    const at = house.room.clock.now()
    const must = openAnswer(user, kind, { amount, at })
    const it = { kind, userId, amount, key }
    const json = await opening(house, it).catch(codeOf)
    same(kind, json.startsWith('{') ? 'ok' : json, must)
    house.count(`${kind} ${must}`)
    if (must !== 'ok') return
    applyOpen(user, kind, { id: documentIn(json), amount, at })
    house.answers.set(key, { json, again: () => opening(house, it) })
  })

const REASON = 'amount_unusual'
/** By the user where the act is a cancellation, else by an operator. */
export async function moving(house: House, it: ModelDocument, act: string): Promise<unknown> {
  const id = BigInt(it.id)
  const deposit = it.kind === 'deposit'
  if (act === 'cancel') {
    const userId = await house.ownerOf(it)
    const command = { userId, key: house.newKey(), bodyHash: BODY, id: it.id }
    return deposit ? house.deposits.cancel(command) : house.withdrawals.cancel(command)
  }
  if (deposit && act === 'review') return house.review.reviewDeposit({ id, actor: ACTOR })
  if (deposit) {
    const decision =
      act === 'approve'
        ? ({ decision: 'approve' } as const)
        : ({ decision: 'reject', reason: REASON } as const)
    return house.review.decideDeposit({ id, actor: ACTOR, decision })
  }
  const steps = z.enum(['review', 'approve', 'pay', 'sent'])
  const refusal = z.enum(['reject', 'bounce'])
  const plain = steps.safeParse(act)
  const made = plain.success
    ? { step: plain.data }
    : { step: refusal.parse(act), reason: REASON as typeof REASON }
  return house.review.moveWithdrawal({ id, actor: ACTOR, step: made })
}

const allOf = (model: Readonly<LedgerModel>): ModelDocument[] =>
  model.users.flatMap(({ documents }) => documents)
export const waitingOf = (model: Readonly<LedgerModel>): ModelDocument[] =>
  allOf(model).filter(isWaiting)

async function moveOne(house: House, it: ModelDocument, act: string): Promise<void> {
  const must = moveAnswer(it, act)
  const saw = await moving(house, it, act).then(() => 'ok', codeOf)
  same(`${act} ${it.kind} ${it.status}`, saw, must)
  house.count(must === 'ok' ? `${it.kind} ${act}` : 'moves refused')
  if (must === 'ok') applyMove(it, act)
}

/** One of the moves that its status allows, of a document that waits. */
const advance = (which: number, branch: number): Step =>
  step(`advance(${which}, ${branch})`, async (model, house) => {
    const waiting = waitingOf(model)
    const it = waiting[which % Math.max(1, waiting.length)]
    if (it === undefined) return
    const acts = actsOn(it)
    const act = acts[branch % acts.length]
    if (act !== undefined) await moveOne(house, it, act)
  })

/** Any act on any document, allowed or not. */
const meddle = (which: number, act: string): Step =>
  step(`meddle(${which}, ${act})`, async (model, house) => {
    const all = allOf(model)
    const it = all[which % Math.max(1, all.length)]
    const known =
      it?.kind === 'withdrawal' || ['review', 'approve', 'reject', 'cancel'].includes(act)
    if (it !== undefined && known) await moveOne(house, it, act)
  })

const who = fc.nat(3)
const amount = fc.oneof(
  { weight: 8, arbitrary: fc.bigInt({ min: 2_000n, max: 60_000n }) },
  { weight: 2, arbitrary: fc.bigInt({ min: 300_000n, max: 5_000_000n }) },
  { weight: 1, arbitrary: fc.constantFrom(999n, 1_000n, 1_999n, 2_000n, 5_000_001n) },
)
export const CASHIER_COMMANDS = [
  {
    weight: 4,
    arbitrary: fc.tuple(who, amount).map(([index, of]) => open('deposit', index, of)),
  },
  {
    weight: 5,
    arbitrary: fc.tuple(who, amount).map(([index, of]) => open('withdrawal', index, of)),
  },
  {
    weight: 12,
    arbitrary: fc.tuple(fc.nat(20), fc.nat(3)).map(([which, branch]) => advance(which, branch)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.nat(40), fc.constantFrom(...ACTS))
      .map(([which, act]) => meddle(which, act)),
  },
]
