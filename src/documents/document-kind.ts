/** What tells one kind of document from another. Lists, sheets and badges are the same components for every kind. */
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FrozenState } from '#contract/frozen.ts'
import type { Page } from '#data/paged-list.ts'
import type { Cancelling } from '#documents/cancel-button.tsx'
import type { Answer } from '#api/api-error.ts'
import type { BadgeTone } from '#ui/badge.tsx'

/** The part that documents of every kind have. */
export interface Document {
  id: string
  createdAt: number
  amount: bigint
  /** Set if a check ever found a fault in the document. */
  frozen?: FrozenState | undefined
}

export interface Step<Id extends string> {
  id: Id
  /** When the step happened or will happen; null when that is not known. */
  at: number | null
  state: 'done' | 'current' | 'ahead' | 'failed'
}

/** A step without a time is still ahead, unless it is the current one. */
export const stepAt = <Id extends string>(
  id: Id,
  at: number | null,
  isCurrent = false,
): Step<Id> => ({ id, at, state: isCurrent ? 'current' : at === null ? 'ahead' : 'done' })

/** The step at which a document ended without reaching its aim. */
export const failedStep = <Id extends string>(id: Id, at: number | null): Step<Id> => ({
  id,
  at,
  state: 'failed',
})

export type DetailRow = readonly [label: string, value: string]

/** All texts are in the current language. */
export interface DocumentKind<T, StepId extends string> {
  icon: LucideIcon
  /** Reads a page of all documents of this kind, newest first. */
  read: (before: string | null) => Promise<Answer<Page<T>>>
  /** How far a document has progressed, from 0. A version of a later stage is the newer one. */
  stageOf: (row: T) => number
  titleOf: (row: T) => string
  /** The title of the sheet, unless it is that of the row. */
  sheetTitle?: string
  badgeOf: (row: T) => { tone: BadgeTone; text: string }
  steps: {
    label: string
    of: (row: T, serverNow: number) => readonly Step<StepId>[]
    nameOf: (id: StepId) => string
  }
  rowsOf: (row: T) => readonly DetailRow[]
  /** Where the money is; null when that is obvious. */
  outcomeOf?: (row: T) => string | null
  /** What the status means, or where to ask about it. */
  renderNote: (row: T) => ReactNode
  cancelling: Cancelling
  /**
   * When the user can no longer cancel the document: a time in milliseconds, or Infinity if only a change of its status
   * ends that. Null when its status does not allow it.
   */
  cancellableUntil: (row: T) => number | null
}
