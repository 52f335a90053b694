/** The endpoints of the desk. All except the log-in require a session of an operator. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as rows from '#contract/endpoints/desk.ts'
import * as sessionRows from '#contract/endpoints/desk-session.ts'
import type { Desk } from '#server/desk/desk.ts'
import { liftRestoreHold } from '#server/desk/restore-hold.ts'
import type { LogInCookies } from '#server/platform/http/cookies.ts'
import { readLog } from '#server/platform/operator-log.ts'
import { reviewRoutes } from '#server/documents/routes.ts'
import { proposeRate } from '#server/fund/proposals.ts'
import { proposeChange } from '#server/payout/changes.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { bindRoute } from '#server/platform/http/route.ts'
import { PHOTO_HEADERS } from '#server/verification/routes.ts'

/** Registers the endpoints of the desk. */
export function deskRoutes(app: FastifyInstance, desk: Desk, cookies: LogInCookies): void {
  sessionRoutes(app, desk, cookies)
  passkeyRoutes(app, desk)
  reviewRoutes(app, desk)
  lookRoutes(app, desk)
  proposalRoutes(app, desk)
  lookupRoutes(app, desk)
  productRoutes(app, desk)
  bindRoute(app, rows.liftRestoreHold, async ({ session }) => {
    const lifted = await liftRestoreHold(desk.db, { actor: session, atMs: desk.clock.now() })
    desk.deskChanges.changed()
    return lifted
  })
}

function sessionRoutes(app: FastifyInstance, { operators, watch }: Desk, cookies: LogInCookies) {
  const from = (request: FastifyRequest) => ({
    address: clientAddress(request),
    device: cookies.device.read(request.headers.cookie),
  })
  bindRoute(app, sessionRows.deskLogIn, async ({ body, request, reply }) => {
    const { secret, device, ...who } = await operators.logIn(body, from(request))
    // A second log-in on one browser replaces the first.
    await operators.logOut(request.headers.cookie)
    reply.header('set-cookie', [cookies.session.set(secret), cookies.device.set(device)])
    return who
  })
  bindRoute(app, sessionRows.deskLogInChallenge, async ({ body, request }) => ({
    options: await operators.challenge(body, from(request)),
  }))
  // The route binder counts this request as activity, as it does every unsafe request, so the handler does nothing.
  bindRoute(app, sessionRows.deskActivity, () => undefined)
  bindRoute(app, sessionRows.deskLogOut, async ({ request, reply }) => {
    await operators.logOut(request.headers.cookie)
    reply.header('set-cookie', cookies.session.clear())
  })
  bindRoute(app, sessionRows.deskMe, async ({ session }) => ({
    operator: await operators.find(session.operatorId),
    desk: await watch.state(),
  }))
}

function passkeyRoutes(app: FastifyInstance, { passkeys, secure }: Desk) {
  /** The route binder has refused foreign origins. Programs that send no origin are treated as this host. */
  const originOf = ({ headers }: FastifyRequest): string =>
    headers.origin ?? `${secure ? 'https' : 'http'}://${headers.host}`
  bindRoute(app, sessionRows.deskPasskeys, async ({ session }) => ({
    passkeys: await passkeys.list(session.operatorId),
  }))
  bindRoute(app, sessionRows.startDeskPasskey, async ({ session, body, request }) => ({
    options: await passkeys.start(session, { ...body, origin: originOf(request) }),
  }))
  bindRoute(app, sessionRows.addDeskPasskey, ({ session, body, request }) =>
    passkeys.add(session, { ...body, origin: originOf(request) }),
  )
  bindRoute(app, sessionRows.removeDeskPasskey, ({ session, body, params: { id } }) =>
    passkeys.remove(session, { ...body, id }),
  )
}

function lookRoutes(app: FastifyInstance, { looks }: Desk) {
  bindRoute(app, rows.deskVerification, ({ params, session }) =>
    looks.verification(params.id, session),
  )
  bindRoute(app, rows.deskPhoto, async ({ params, session, reply }) => {
    const webp = await looks.photo(params.id, session)
    reply.headers(PHOTO_HEADERS)
    return webp
  })
  bindRoute(app, rows.reopenPhoto, ({ params: { id }, body: { why }, session }) =>
    looks.reopenPhoto({ id, why, actor: session }),
  )
  bindRoute(app, rows.deskWithdrawal, ({ params, session }) => looks.withdrawal(params.id, session))
}

/** Proposals of operators. server/documents lists and decides them. */
function proposalRoutes(app: FastifyInstance, desk: Desk) {
  const { db, hub, clock, vault, deskChanges, queues } = desk
  bindRoute(app, rows.proposePayoutChange, async ({ body, session }) => {
    const change = { ...body, actor: session, atMs: clock.now() }
    const { id } = await proposeChange({ db, hub, vault, deskChanges }, change)
    return queues.one('payout_change', id.toString())
  })
  bindRoute(app, rows.proposeFundRate, ({ body, session }) =>
    proposeRate({ db, clock, deskChanges }, { ...body, actor: session }),
  )
}

function lookupRoutes(app: FastifyInstance, { db, customers }: Desk) {
  bindRoute(app, rows.findCustomers, async ({ query, session }) => ({
    customers: await customers.find(query.search, session),
  }))
  bindRoute(app, rows.getCustomer, ({ params, session }) => customers.view(params.account, session))
  bindRoute(app, rows.deskLog, ({ query }) => readLog(db, query))
}

function productRoutes(app: FastifyInstance, { products }: Desk) {
  bindRoute(app, rows.deskProducts, async () => ({ products: await products.list() }))
  bindRoute(app, rows.haltProduct, ({ params: { symbol }, session }) =>
    products.halt({ symbol, actor: session }),
  )
  bindRoute(app, rows.resumeProduct, ({ params: { symbol }, session }) =>
    products.resume({ symbol, actor: session }),
  )
}
