/** Legal texts that operators add to the app's own pages: one proposes a text, and another one publishes it. */
import { z } from 'zod/mini'
import { language } from '#contract/language.ts'
import { textsOf } from '#contract/messages.ts'
import { reviewer } from '#contract/review.ts'
import { timeMs } from '#contract/scalars.ts'
import { shownLines } from '#contract/shown-lines.ts'

/** Maximum length of a text in one language, in UTF-16 code units. */
export const LEGAL_TEXT_MAX = 10_000

/** `privacy` is shown after the app's own statements on privacy, which it never replaces. */
export const legalKind = z.enum(['terms', 'risk', 'privacy'])
/** The parsed kind of a legal text. */
export type LegalKind = z.infer<typeof legalKind>

/** The texts as an operator sends them. Empty lines separate paragraphs. */
export const newLegalTexts = textsOf(shownLines(1, LEGAL_TEXT_MAX))
/** The parsed texts; English and simplified Chinese are always present. */
export type LegalTexts = z.infer<typeof newLegalTexts>

/** The id of a legal text: a decimal string. */
export const legalId = z
  .string()
  .check(z.regex(/^[1-9]\d{0,18}$/))
  .brand('LegalId')
/** The parsed id of a legal text. */
export type LegalId = z.infer<typeof legalId>

/** A published text in the language that was asked for, or in English, which `language` says. */
export const legalText = z.object({
  kind: legalKind,
  /** Counted per kind, from 1. */
  version: z.int().check(z.positive()),
  language,
  body: z.string(),
  publishedAt: timeMs,
})
/** A parsed published text. */
export type LegalText = z.infer<typeof legalText>

/** The state of a text: a published one stays readable at the desk when a later version replaces it. */
export const legalStatus = z.enum(['proposed', 'published', 'rejected'])
/** The parsed state of a text. */
export type LegalStatus = z.infer<typeof legalStatus>

/** A text as the desk lists it. */
export const deskLegalText = z.object({
  id: legalId,
  kind: legalKind,
  texts: textsOf(z.string()),
  /** SHA-256 of the stored texts, which the operator log names. */
  digest: z.string(),
  status: legalStatus,
  /** Null unless it was published. */
  version: z.nullable(z.int()),
  proposedBy: reviewer,
  proposedAt: timeMs,
  decidedBy: z.nullable(reviewer),
  decidedAt: z.nullable(timeMs),
})
/** A parsed text of the desk's list. */
export type DeskLegalText = z.infer<typeof deskLegalText>
