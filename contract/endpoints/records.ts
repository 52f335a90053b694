/** Looking everything up later: the ledger, what operators did, and all of it in one download. */
import { z } from 'zod'
import { endpoint, momentQuery, pageLimit } from '#contract/endpoint.ts'
import { act, ledgerRecord, transferKind } from '#contract/records.ts'
import { actSeq, transferId } from '#contract/scalars.ts'

export const listRecords = endpoint({
  method: 'GET',
  path: '/records',
  access: 'user',
  perMinute: 240,
  summary: 'Every change of the account, newest first, with the running balance',
  query: z.object({
    kind: transferKind.optional(),
    /** From this moment on. */
    from: momentQuery.optional(),
    /** Before this moment. */
    to: momentQuery.optional(),
    before: transferId.optional(),
    limit: z.coerce.number().int().min(1).max(500).default(pageLimit),
  }),
  reply: z.object({ records: z.array(ledgerRecord), next: transferId.nullable() }),
  errors: ['not_logged_in'],
})

export const listActs = endpoint({
  method: 'GET',
  path: '/acts',
  access: 'user',
  perMinute: 60,
  summary: 'What operators and the practice reviewer did that concerns the user',
  query: z.object({ before: actSeq.optional() }),
  reply: z.object({ acts: z.array(act), next: actSeq.nullable() }),
  errors: ['not_logged_in'],
})

/** A zip of JSON and CSV: profile, ledger, orders with receipts, deposits, withdrawals, messages, acts, log-ins. */
export const downloadEverything = endpoint({
  method: 'GET',
  path: '/everything',
  access: 'user',
  perMinute: 4,
  summary: 'Everything this server keeps about the user, in one file',
  reply: null,
  download: 'application/zip',
  errors: ['export_running', 'not_logged_in'],
})
