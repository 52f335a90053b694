/** Legal texts: an operator proposes one, another operator publishes it, and everyone reads the newest version. */
import { isDeepStrictEqual } from 'node:util'
import {
  type DeskLegalText,
  deskLegalText,
  type LegalKind,
  type LegalText,
  legalText,
  type LegalTexts,
} from '#contract/legal.ts'
import * as store from '#server/legal/legal-store.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { beforeId, documentId, pageOf } from '#server/platform/db/pages.ts'
import type { DeskChanges } from '#server/platform/desk-changes.ts'
import { found, Rejected } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/session-reader.ts'

/** What legal texts need. */
export interface LegalParts {
  db: Database
  clock: Pick<MarketClock, 'now'>
  deskChanges: DeskChanges
}

/** A text that an operator proposes. */
interface LegalIntent {
  key: string
  kind: LegalKind
  texts: LegalTexts
  actor: Actor
}

/** The legal texts. */
export interface Legal {
  /** The newest published text of each kind, or of one, in a language. */
  published(asked: { language: string; kind?: LegalKind | undefined }): Promise<LegalText[]>
  /** All texts, for the desk. */
  all(before: string | undefined): Promise<{
    items: DeskLegalText[]
    next: DeskLegalText['id'] | null
  }>
  /** Throws `too_many_in_review`, `key_reused`. */
  propose(intent: LegalIntent): Promise<DeskLegalText>
  /** Throws `not_found`, `document_moved_on`, `same_operator`. */
  decide(one: { id: string; decision: 'publish' | 'reject'; actor: Actor }): Promise<DeskLegalText>
}

const textOf = (row: store.LegalRow): DeskLegalText =>
  deskLegalText.parse({
    ...row,
    id: row.id.toString(),
    proposedBy: row.proposed_by,
    proposedAt: Number(row.proposed_at),
    decidedBy: row.decided_by,
    decidedAt: row.decided_at === null ? null : Number(row.decided_at),
  })

/** Whether a repeated key asks for what it asked for. */
const isSame = (row: store.LegalRow, { kind, texts, actor }: LegalIntent): boolean =>
  row.proposed_by === actor.name && row.kind === kind && isDeepStrictEqual(row.texts, texts)

/** Creates the functions for legal texts. */
export function createLegal({ db, clock, deskChanges }: LegalParts): Legal {
  return {
    published: async ({ language, kind = null }) => {
      const rows = await store.selectPublished(db, { language, kind })
      return rows.map(({ decided_at: at, ...row }) =>
        legalText.parse({ ...row, publishedAt: Number(at) }),
      )
    },
    all: async (before) => pageOf(await store.selectTexts(db, beforeId(before)), textOf),
    propose: async (intent) => {
      const row = await db.transaction(async (tx) => {
        await store.lockTexts(tx)
        const known = await store.selectByKey(tx, intent.key)
        if (known === undefined) return store.insertText(tx, { ...intent, atMs: clock.now() })
        if (!isSame(known, intent)) throw new Rejected('key_reused')
        return known
      })
      deskChanges.changed()
      return textOf(row)
    },
    decide: async ({ id: asked, decision, actor }) => {
      const id = found(documentId(asked))
      found(await store.selectText(db, id))
      const status = decision === 'publish' ? 'published' : 'rejected'
      const row = await store.decide(db, { id, status, actor, atMs: clock.now() })
      deskChanges.changed()
      return textOf(row)
    },
  }
}
