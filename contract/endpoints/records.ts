/** Endpoints of permanent records: the ledger, own results, the operator actions, and one download of everything. */
import { z } from 'zod/mini'
import { endpoint, momentQuery, pageLimit } from '#contract/endpoint.ts'
import { act, ledgerRecord, transferKind } from '#contract/records.ts'
import { RESULTS_MAX_DAYS, results } from '#contract/results.ts'
import { actSeq, transferId } from '#contract/scalars.ts'

/** Lists the user's ledger records, filtered by kind and time. `before` is the `next` of the previous page. */
export const listRecords = endpoint({
  method: 'GET',
  path: '/records',
  access: 'guest',
  perMinute: 240,
  summary: 'Every change of the account, newest first, with the running balance',
  query: z.object({
    kind: z.optional(transferKind),
    /** The earliest time, inclusive (ms). */
    from: z.optional(momentQuery),
    /** The latest time, exclusive (ms). */
    to: z.optional(momentQuery),
    before: z.optional(transferId),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(500)), pageLimit),
  }),
  reply: z.object({ records: z.array(ledgerRecord), next: z.nullable(transferId) }),
  errors: ['not_logged_in'],
})

/** Returns the user's results of the last `days` days including the current one, or of all time without `days`. */
export const getResults = endpoint({
  method: 'GET',
  path: '/results',
  access: 'guest',
  perMinute: 120,
  summary: 'Own results by day, product, duration and direction, and the total assets over time',
  query: z.object({
    days: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(RESULTS_MAX_DAYS))),
  }),
  reply: results,
  errors: ['not_logged_in'],
})

/** Lists the entries of the operator log that concern the user, newest first. */
export const listActs = endpoint({
  method: 'GET',
  path: '/acts',
  access: 'user',
  perMinute: 60,
  summary: 'Actions of operators and the practice reviewer that concern the user',
  query: z.object({ before: z.optional(actSeq) }),
  reply: z.object({ acts: z.array(act), next: z.nullable(actSeq) }),
  errors: ['not_logged_in'],
})

/**
 * Downloads a zip of JSON and CSV files: profile, ledger, orders with receipts, deposits, withdrawals, messages,
 * operator actions and log-ins. Only one export per user runs at a time.
 */
export const downloadEverything = endpoint({
  method: 'GET',
  path: '/everything',
  access: 'user',
  stores: 'much',
  perMinute: 4,
  summary: 'Everything this server stores about the user, in one file',
  reply: null,
  download: 'application/zip',
  errors: ['export_running', 'not_logged_in'],
})
