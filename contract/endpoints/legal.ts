/** Endpoints of legal texts: read by everyone, proposed and published at the desk by two operators. */
import { z } from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { language } from '#contract/language.ts'
import { deskLegalText, legalId, legalKind, legalText, newLegalTexts } from '#contract/legal.ts'
import { intentKey } from '#contract/scalars.ts'

const desk = { access: 'operator', perMinute: 240 } as const

/** Lists the newest published text of each kind, or of one. A kind without a text is left out. */
export const listLegalTexts = endpoint({
  method: 'GET',
  path: '/legal-texts',
  access: 'public',
  perMinute: 120,
  summary: 'Terms of service, risks and additions to the privacy policy, as published',
  query: z.object({ language, kind: z.optional(legalKind) }),
  reply: z.object({ items: z.array(legalText) }),
  errors: [],
})

/** Lists all texts. For operators. */
export const deskLegalTexts = endpoint({
  ...desk,
  method: 'GET',
  path: '/desk/legal-texts',
  summary: 'All legal texts, the newest first: proposed, published and rejected',
  query: z.object({ before: z.optional(legalId) }),
  reply: z.object({ items: z.array(deskLegalText), next: z.nullable(legalId) }),
  errors: [],
})

/** Proposes a text, which changes nothing yet. One proposal per kind waits at a time. */
export const proposeLegalText = endpoint({
  ...desk,
  method: 'POST',
  path: '/desk/legal-texts',
  summary: 'Propose a legal text; another operator publishes it',
  // Ten languages, three bytes for a character.
  bodyMaxBytes: 330 * 1024,
  body: z.object({ key: intentKey, kind: legalKind, texts: newLegalTexts }),
  reply: deskLegalText,
  errors: ['too_many_in_review', 'key_reused'],
})

/** Publishes a proposed text, or rejects it. Fails with `same_operator` if its proposer publishes it. */
export const decideLegalText = endpoint({
  ...desk,
  method: 'POST',
  path: '/desk/legal-texts/:id/decision',
  summary: 'Publish a proposed legal text as its next version, or reject it',
  params: z.object({ id: legalId }),
  body: z.object({ decision: z.enum(['publish', 'reject']) }),
  reply: deskLegalText,
  errors: ['document_moved_on', 'same_operator'],
})
