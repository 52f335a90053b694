/** The endpoints of the fund. */
import type { FastifyInstance } from 'fastify'
import * as rows from '#contract/endpoints/fund.ts'
import type { Fund } from '#server/fund/fund.ts'
import { FUND_TERMS } from '#server/fund/limits.ts'
import { listAccruals, listLots, listRedemptions, readStatement } from '#server/fund/lists.ts'
import type { Rates } from '#server/fund/rates.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import type { Database } from '#server/platform/db/database.ts'
import { bindRoute, rawReply } from '#server/platform/http/route.ts'

/** What the endpoints need. */
export interface FundDesk {
  db: Database
  fund: Fund
  rates: Rates
}

/** What moves money between balance and fund. */
function commandRoutes(app: FastifyInstance, fund: Fund): void {
  bindRoute(app, rows.openSubscription, async ({ command, body }) =>
    rawReply(await fund.subscribe({ ...command, body })),
  )
  bindRoute(app, rows.cancelSubscription, async ({ command, params }) =>
    rawReply(await fund.cancelSubscription({ ...command, id: params.id })),
  )
  bindRoute(app, rows.openRedemption, async ({ command, body, request }) =>
    rawReply(await fund.redeem({ ...command, body, address: clientAddress(request) })),
  )
  bindRoute(app, rows.cancelRedemption, async ({ command, params }) =>
    rawReply(await fund.cancelRedemption({ ...command, id: params.id })),
  )
}

/** Registers the endpoints of the fund. */
export function fundRoutes(app: FastifyInstance, { db, fund, rates }: FundDesk): void {
  bindRoute(app, rows.getFundTerms, () => FUND_TERMS)
  bindRoute(app, rows.listFundRates, ({ query }) => rates.page(query.before))
  bindRoute(app, rows.getFund, ({ session }) => fund.state(session.userId))
  commandRoutes(app, fund)
  bindRoute(app, rows.listFundLots, ({ session, query }) => listLots(db, session.userId, query))
  bindRoute(app, rows.listRedemptions, ({ session, query }) =>
    listRedemptions(db, session.userId, query.before),
  )
  bindRoute(app, rows.listAccruals, ({ session, query }) =>
    listAccruals(db, session.userId, query.before),
  )
  bindRoute(app, rows.getFundStatement, ({ session }) => readStatement(db, session.userId))
}
