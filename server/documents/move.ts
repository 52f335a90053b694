/** Moves documents: takes the user's lock, the step and its effects in one transaction, then notifies the sockets. */
import type { RejectReason, ReviewDecision } from '#contract/review.ts'
import { type DocumentKind, documentStep, type ReviewStep } from '#rules/documents.ts'
import type { DeskChanges } from '#server/platform/desk-changes.ts'
import { moveDocument, selectDocument } from '#server/documents/documents-store.ts'
import { KINDS, type Taking } from '#server/documents/kinds.ts'
import { type AnyRow, type DocumentRows, type OwnKind, ownReply } from '#server/documents/rows.ts'
import { profileChanged } from '#server/profile/profile.ts'
import { balanceEvent, tellUsers } from '#server/ledger/outbox-store.ts'
import {
  type Changed,
  changeHouse,
  changeUser,
  moneyCommand,
} from '#server/platform/user-transaction.ts'
import { sendMessage } from '#server/messages/messages.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { found, Rejected } from '#server/platform/errors.ts'
import type { OutboxEvent, SocketHub } from '#server/platform/socket/hub.ts'
import { documentId } from '#server/platform/db/pages.ts'
import type { CommandKey } from '#server/platform/http/route.ts'
import type { Actor } from '#server/platform/session-reader.ts'
import type { Vault } from '#server/platform/vault.ts'

/** What moving documents needs. */
export interface MoveParts {
  db: Database
  hub: Pick<SocketHub, 'deliver' | 'broadcast'>
  clock: Pick<MarketClock, 'now'>
  deskChanges: DeskChanges
  vault: Vault
}

/** A step to take. */
export interface Move<Kind extends DocumentKind> {
  id: bigint
  /** Every kind can be approved and rejected. */
  step: ReviewStep<Kind> | ReviewDecision['decision']
  actor: Actor
  /** The reason of a rejection; other steps have none. */
  reason?: RejectReason | null
}

export interface Documents {
  /**
   * Takes a step. Throws `not_found`, `document_moved_on` if another operator was faster, and refusals of the kind. A
   * step that needs two operators leaves the document unchanged until a second one takes it too. Throws `same_operator`
   * if the first one repeats it.
   */
  move<Kind extends DocumentKind>(kind: Kind, move: Move<Kind>): Promise<DocumentRows[Kind]>
  /** Cancels a document for its user. Returns the reply's JSON. Throws `not_found`, `document_moved_on`. */
  cancel(kind: OwnKind, command: CommandKey & { id: string }): Promise<string>
}

/** The events for the user's pages: the document and what else the step changed. The caller holds the user's mutex. */
export async function documentEvents<Kind extends DocumentKind>(
  tx: Queryable,
  kind: Kind,
  row: DocumentRows[Kind],
  { money, atMs }: { money: boolean; atMs: number },
): Promise<OutboxEvent[]> {
  const { user_id: userId }: AnyRow = row
  const { topic } = KINDS[kind]
  if (userId === undefined || userId === null || topic === undefined) return []
  const balance = money ? [balanceEvent(userId, atMs)] : []
  return tellUsers(tx, [{ userId, topic, ref: row.id }, ...balance])
}

/** The events of a step: the document, the balance, a message, and the profile, where the step concerns them. */
async function told<Kind extends DocumentKind>(
  tx: Queryable,
  kind: Kind,
  row: DocumentRows[Kind],
  { step: name, reason, atMs }: Taking,
): Promise<OutboxEvent[]> {
  const step = documentStep(kind, name)
  const events = await documentEvents(tx, kind, row, { money: step.money === true, atMs })
  const { user_id: userId }: AnyRow = row
  if (userId === undefined || userId === null) return events
  if (step.tells !== undefined) {
    const params = { ...KINDS[kind].params(row, atMs), ...(reason !== null && { reason }) }
    events.push(await sendMessage(tx, { userId, kind: step.tells, params, sentAt: atMs }))
  }
  if (step.profile === true) events.push(await profileChanged(tx, userId))
  return events
}

interface Request {
  id: bigint
  step: string
  /** Null for the user. */
  actor: Actor | null
  reason: RejectReason | null
  /** The user whom the document must belong to. Documents of other users are `not_found`. */
  owner?: bigint
}

/** Takes a step in a transaction that holds the mutex of the document's user. */
async function takeStep<Kind extends DocumentKind>(
  parts: MoveParts,
  tx: Queryable,
  kind: Kind,
  { owner, ...rest }: Request,
): Promise<Changed<DocumentRows[Kind]>> {
  const { hub, clock, vault } = parts
  const { from, to } = documentStep(kind, rest.step)
  const { announce, after } = KINDS[kind]
  const row = found(await selectDocument(tx, kind, rest.id))
  const { status, user_id: userId }: AnyRow = row
  if (owner !== undefined && userId !== owner) throw new Rejected('not_found')
  if (!from.includes(status)) throw new Rejected('document_moved_on', { status })
  await tx.query('select refuse_frozen($1, $2, $3)', [kind, rest.id, userId ?? null])
  const taking: Taking = { ...rest, to, atMs: clock.now() }
  const moved = { ...row, ...(await moveDocument(tx, kind, taking)) }
  // Stored as a proposal, which waits for a second operator.
  if (moved.status !== to) return { value: moved, events: [] }
  await after?.(tx, moved, { ...taking, vault })
  const events = await told(tx, kind, moved, taking)
  const tell = await announce?.(tx, rest.step)
  return { value: moved, events, told: () => tell?.(hub) }
}

/** Creates the functions that move documents. */
export function createDocuments(parts: MoveParts): Documents {
  const { db, deskChanges } = parts
  return {
    move: async (kind, { reason = null, ...rest }) => {
      const known: AnyRow = found(await selectDocument(db, kind, rest.id))
      const { user_id: userId } = known
      if (userId === null) throw new Rejected('not_found')
      const work = (tx: Queryable) => takeStep(parts, tx, kind, { ...rest, reason })
      try {
        return userId === undefined
          ? await changeHouse(parts, work)
          : await changeUser(parts, userId, work)
      } finally {
        // Also if another operator was faster, because the list of this one is out of date.
        deskChanges.changed()
      }
    },
    cancel: async (kind, command) => {
      const reply = await moneyCommand(parts, command, async (tx) => {
        const id = found(documentId(command.id))
        const cancel = { id, step: 'cancel', actor: null, reason: null, owner: command.userId }
        const { value, events } = await takeStep(parts, tx, kind, cancel)
        return { reply: ownReply(kind, value), events }
      })
      deskChanges.changed()
      return reply
    },
  }
}
