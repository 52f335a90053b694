/** A user's deposits: terms, submitting for review, cancelling and listing. */
import type { z } from 'zod'
import type { Deposit, DepositStatus, DepositTerms } from '#contract/cashier.ts'
import type { openDeposit } from '#contract/endpoints/cashier.ts'
import { timeMs } from '#contract/scalars.ts'
import { formatAmount } from '#rules/amounts.ts'
import { dayStartAt, nextDayStart } from '#rules/business-day.ts'
import type { DepositMethods } from '#server/cashier/deposit-methods.ts'
import { insertDeposit } from '#server/cashier/cashier-store.ts'
import { DEPOSIT_LIMITS } from '#server/cashier/limits.ts'
import { beforeId, documentId, PAGE_ROWS, pageOf } from '#server/platform/db/pages.ts'
import type { DeskChanges } from '#server/platform/desk-changes.ts'
import { countOwn, selectOwn } from '#server/documents/documents-store.ts'
import type { Documents } from '#server/documents/move.ts'
import { begun } from '#server/documents/own-documents.ts'
import { depositOfRow } from '#server/documents/rows.ts'
import { type CommandResult, moneyCommand } from '#server/platform/user-transaction.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import type { CommandKey } from '#server/platform/http/route.ts'
import { claimPhoto } from '#server/verification/photos.ts'

export interface DepositParts {
  db: Database
  hub: Pick<SocketHub, 'deliver'>
  clock: Pick<MarketClock, 'now'>
  deskChanges: DeskChanges
  documents: Pick<Documents, 'cancel'>
  methods: DepositMethods
}

type OpenBody = z.output<typeof openDeposit.body>

/** The deposits of users. */
export interface Deposits {
  terms(userId: bigint): Promise<DepositTerms>
  /** Submits a deposit. Returns the reply's JSON. */
  open(command: CommandKey & { body: OpenBody }): Promise<string>
  /** Cancels a deposit. Returns the reply's JSON. */
  cancel(command: CommandKey & { id: string }): Promise<string>
  list(
    userId: bigint,
    page: { status?: DepositStatus | undefined; before?: string | undefined },
  ): Promise<{ deposits: Deposit[]; next: Deposit['id'] | null }>
}

function checkAmount(methods: DepositMethods, userId: bigint, { method, amount }: OpenBody): void {
  const known = methods.of(userId).find(({ id }) => id === method)
  if (known === undefined) throw new Rejected('method_unknown')
  const { minimum, maximum } = known
  if (amount < minimum)
    throw new Rejected('amount_below_minimum', { minimum: formatAmount(minimum) })
  if (amount > maximum)
    throw new Rejected('amount_above_maximum', { maximum: formatAmount(maximum) })
}

async function claimedProof(
  tx: Queryable,
  { userId, proof, atMs }: { userId: bigint; proof: string | null; atMs: number },
): Promise<bigint | null> {
  if (proof === null) return null
  const photoId = documentId(proof)
  if (photoId === null) throw new Rejected('photo_unknown')
  return claimPhoto(tx, { userId, photoId, purpose: 'deposit_proof', atMs })
}

/** Creates the functions for deposits. */
export function createDeposits(parts: DepositParts): Deposits {
  const { db, clock, deskChanges, documents, methods } = parts

  const begin = async (tx: Queryable, userId: bigint, body: OpenBody): Promise<CommandResult> => {
    checkAmount(methods, userId, body)
    const atMs = clock.now()
    const proof = await claimedProof(tx, { userId, proof: body.proof, atMs })
    const { inReview, daily } = DEPOSIT_LIMITS
    const { method, amount } = body
    const terms = { userId, method, amount, proof, atMs, inReview, daily }
    return begun(tx, 'deposit', await insertDeposit(tx, terms), { money: false, atMs })
  }
  return {
    terms: async (userId) => {
      const now = clock.now()
      const { daily } = DEPOSIT_LIMITS
      const used = await countOwn(db, 'deposit', userId, dayStartAt(now))
      return {
        dailyCount: daily,
        remainingToday: Math.max(0, daily - used),
        resetsAt: timeMs.parse(nextDayStart(now)),
        methods: methods.of(userId),
      }
    },
    open: async (command) => {
      const reply = await moneyCommand(parts, command, (tx) =>
        begin(tx, command.userId, command.body),
      )
      deskChanges.changed()
      return reply
    },
    cancel: (command) => documents.cancel('deposit', command),
    list: async (userId, { status, before }) => {
      const statuses = status === undefined ? null : [status]
      const page = { statuses, before: beforeId(before), limit: PAGE_ROWS }
      const { items, next } = pageOf(await selectOwn(db, 'deposit', userId, page), depositOfRow)
      return { deposits: items, next }
    },
  }
}
