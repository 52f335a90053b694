/** The area of what browsers report: its endpoints and its writes. */
import { deskClientReports, sendClientReport } from '#contract/endpoints/client-reports.ts'
import type { Area } from '#server/platform/area.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { bindRoute } from '#server/platform/http/route.ts'
import { policyReports } from '#server/reports/policy-reports.ts'
import { openReports, type ReportParts } from '#server/reports/reports.ts'

/** Opens the area. */
export async function openClientReports(parts: ReportParts): Promise<Area> {
  const reports = await openReports(parts)
  return {
    routes: async (app) => {
      bindRoute(app, sendClientReport, ({ body, request }) =>
        reports.note(body, clientAddress(request)),
      )
      bindRoute(app, deskClientReports, async () => ({ groups: await reports.list() }))
      await app.register(async (own) => policyReports(own, reports))
    },
    start: () => reports.start(),
    stop: () => reports.stop(),
  }
}
