/** The endpoints for what browsers report of errors and speed. */
import { z } from 'zod/mini'
import { clientReport, reportGroup } from '#contract/client-reports.ts'
import { endpoint } from '#contract/endpoint.ts'

/**
 * Takes the errors and measurements of a page. It is answered alike whether the report is counted or not: what exceeds
 * the limits per network and in total is dropped.
 */
export const sendClientReport = endpoint({
  method: 'POST',
  path: '/client-reports',
  access: 'public',
  perMinute: 10,
  summary: 'Report errors and speed of a page',
  body: clientReport,
  bodyMaxBytes: 4_096,
  reply: null,
  errors: [],
})

/** Lists what browsers reported, grouped, the newest first. There are never more than a few hundred groups. */
export const deskClientReports = endpoint({
  method: 'GET',
  path: '/desk/client-reports',
  access: 'operator',
  perMinute: 240,
  summary: 'Errors and speed that browsers reported',
  reply: z.object({ groups: z.array(reportGroup) }),
  errors: [],
})
