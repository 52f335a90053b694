/** The desk at the HTTP edge: whoever has no desk session finds nothing here. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as rows from '#contract/endpoints/desk.ts'
import * as sessionRows from '#contract/endpoints/desk-session.ts'
import type { Desk } from '#server/desk/desk.ts'
import type { DeskCookie } from '#server/desk/desk-cookie.ts'
import { readLog } from '#server/desk/operator-log.ts'
import { clientAddress } from '#server/platform/client-address.ts'
import { bindRoute } from '#server/platform/route.ts'
import { PHOTO_HEADERS } from '#server/verification/routes.ts'

export function deskRoutes(app: FastifyInstance, desk: Desk, cookie: DeskCookie): void {
  sessionRoutes(app, desk, cookie)
  passkeyRoutes(app, desk)
  reviewRoutes(app, desk)
  payoutRoutes(app, desk)
  lookupRoutes(app, desk)
  productRoutes(app, desk)
  rateRoutes(app, desk)
}

function sessionRoutes(app: FastifyInstance, { operators, watch }: Desk, cookie: DeskCookie) {
  const from = (request: FastifyRequest) => ({
    address: clientAddress(request),
    device: cookie.device.read(request.headers.cookie),
  })
  bindRoute(app, sessionRows.deskLogIn, async ({ body, request, reply }) => {
    const { secret, device, ...who } = await operators.logIn(body, from(request))
    // A second log-in on one browser replaces the first.
    await operators.logOut(request.headers.cookie)
    reply.header('set-cookie', [cookie.set(secret), cookie.device.set(device)])
    return who
  })
  bindRoute(app, sessionRows.deskLogInChallenge, async ({ body, request }) => ({
    options: await operators.challenge(body, from(request)),
  }))
  // The binder has counted it already, as it does each request that is no mere reading.
  bindRoute(app, sessionRows.deskActivity, () => undefined)
  bindRoute(app, sessionRows.deskLogOut, async ({ request, reply }) => {
    await operators.logOut(request.headers.cookie)
    reply.header('set-cookie', cookie.clear())
  })
  bindRoute(app, sessionRows.deskMe, async ({ session }) => ({
    operator: await operators.find(session.operatorId),
    desk: await watch.state(),
  }))
}

function passkeyRoutes(app: FastifyInstance, { passkeys, secure }: Desk) {
  /** The route binder let no foreign origin pass; programs that send none mean this very host. */
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

function reviewRoutes(app: FastifyInstance, { queues, looks, reviews }: Desk) {
  bindRoute(app, rows.deskVerifications, ({ query }) => queues.verifications(query))
  bindRoute(app, rows.deskVerification, ({ params, session }) =>
    looks.verification(params.id, session.name),
  )
  bindRoute(app, rows.decideVerification, async ({ params: { id }, body, session }) => {
    await reviews.decideVerification({ ...body, id, actor: session.name })
    return queues.verification(id)
  })
  bindRoute(app, rows.deskPhoto, async ({ params, session, reply }) => {
    const webp = await looks.photo(params.id, session.name)
    reply.headers(PHOTO_HEADERS)
    return webp
  })
  bindRoute(app, rows.reopenPhoto, ({ params: { id }, body: { why }, session }) =>
    looks.reopenPhoto({ id, why, actor: session.name }),
  )

  bindRoute(app, rows.deskDeposits, ({ query }) => queues.deposits(query))
  bindRoute(app, rows.reviewDeposit, async ({ params: { id }, session }) => {
    await reviews.reviewDeposit({ id, actor: session.name })
    return queues.deposit(id)
  })
  bindRoute(app, rows.decideDeposit, async ({ params: { id }, body, session }) => {
    await reviews.decideDeposit({ ...body, id, actor: session.name })
    return queues.deposit(id)
  })

  bindRoute(app, rows.deskWithdrawals, ({ query }) => queues.withdrawals(query))
  bindRoute(app, rows.deskWithdrawal, ({ params, session }) =>
    looks.withdrawal(params.id, session.name),
  )
  bindRoute(app, rows.moveWithdrawal, async ({ params: { id }, body, session }) => {
    await reviews.moveWithdrawal({ ...body, id, actor: session.name })
    return queues.withdrawal(id)
  })
}

function payoutRoutes(app: FastifyInstance, { queues, reviews }: Desk) {
  bindRoute(app, rows.deskPayoutChanges, ({ query, session }) =>
    queues.payoutChanges(query, session.name),
  )
  bindRoute(app, rows.proposePayoutChange, async ({ body, session }) =>
    queues.payoutChange(await reviews.proposePayout({ ...body, actor: session.name })),
  )
  bindRoute(app, rows.decidePayoutChange, async ({ params: { id }, body, session }) => {
    await reviews.decidePayout({ ...body, id, actor: session.name })
    return queues.payoutChange(id)
  })
}

function lookupRoutes(app: FastifyInstance, { db, customers }: Desk) {
  bindRoute(app, rows.findCustomers, async ({ query, session }) => ({
    customers: await customers.find(query.search, session.name),
  }))
  bindRoute(app, rows.getCustomer, ({ params, session }) =>
    customers.view(params.account, session.name),
  )
  bindRoute(app, rows.deskLog, ({ query }) => readLog(db, query))
}

function productRoutes(app: FastifyInstance, { products }: Desk) {
  bindRoute(app, rows.deskProducts, async () => ({ products: await products.list() }))
  bindRoute(app, rows.haltProduct, ({ params: { symbol }, body: { how }, session }) =>
    products.halt({ symbol, how, actor: session.name }),
  )
  bindRoute(app, rows.resumeProduct, ({ params: { symbol }, session }) =>
    products.resume({ symbol, actor: session.name }),
  )
}

function rateRoutes(app: FastifyInstance, { rates }: Desk) {
  bindRoute(app, rows.deskFundRates, ({ query }) => rates.list(query))
  bindRoute(app, rows.proposeFundRate, ({ body, session }) =>
    rates.propose({ ...body, actor: session.name }),
  )
  bindRoute(app, rows.decideFundRate, ({ params: { id }, body, session }) =>
    body.decision === 'approve'
      ? rates.publish(id, session.name)
      : rates.reject(id, session.name, body.reason),
  )
}
