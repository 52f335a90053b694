/** The endpoints of a user's account security. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { lockAccount } from '#contract/endpoints/closing.ts'
import * as rows from '#contract/endpoints/security.ts'
import { TOTP_REMOVAL } from '#server/identity/authenticator.ts'
import type { Security } from '#server/identity/security.ts'
import type { SessionKeeper } from '#server/identity/sessions.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { Rejected } from '#server/platform/errors.ts'
import { bindRoute } from '#server/platform/http/route.ts'
import { type LogInCookies, sessionSecretIn } from '#server/platform/http/cookies.ts'
import type { Session } from '#server/platform/session-reader.ts'

/** What the endpoints need. */
export interface SecurityEdge {
  security: Security
  sessions: SessionKeeper
  cookies: LogInCookies
  /** Whether browsers reach this server by HTTPS. */
  secure: boolean
}

/** Who asks, with the secret of the session, which the database checks. */
const callerIn = ({ cookies }: SecurityEdge) => {
  const caller = ({ userId }: Session, request: FastifyRequest) => ({
    userId,
    sessionSecret: sessionSecretIn(cookies, request),
  })
  const asked = (session: Session, password: string, request: FastifyRequest) => ({
    ...caller(session, request),
    password,
    address: clientAddress(request),
  })
  return { caller, asked }
}

/** Registers the endpoints. */
export function securityRoutes(app: FastifyInstance, edge: SecurityEdge): void {
  accountRoutes(app, edge)
  factorRoutes(app, edge)
}

function accountRoutes(app: FastifyInstance, edge: SecurityEdge): void {
  const { security, sessions } = edge
  const { caller } = callerIn(edge)
  bindRoute(app, rows.changePassword, ({ session, body, request }) =>
    security.changePassword({
      session,
      ...body,
      sessionSecret: caller(session, request).sessionSecret,
      address: clientAddress(request),
    }),
  )
  bindRoute(app, lockAccount, async ({ session, body, request, reply }) => {
    await security.lockAccount({ ...caller(session, request), ...body })
    reply.header('set-cookie', edge.cookies.session.clear())
  })
  bindRoute(app, rows.changeNickname, ({ session, body }) =>
    security.changeNickname(session.userId, body.nickname),
  )
  bindRoute(app, rows.listSessions, async ({ session }) => ({
    sessions: await security.devices(session),
  }))
  bindRoute(app, rows.endSession, async ({ session, params }) => {
    if (!(await sessions.endNamed(session.userId, params.handle))) throw new Rejected('not_found')
  })
  bindRoute(app, rows.endOtherSessions, ({ session }) => sessions.endOthers(session))
  bindRoute(app, rows.listLogIns, ({ session, query }) =>
    security.logIns.page(session.userId, query.before),
  )
}

function factorRoutes(app: FastifyInstance, edge: SecurityEdge): void {
  const { security, secure } = edge
  const { caller, asked } = callerIn(edge)
  const { authenticator, passkeys, stepUp } = security
  /** The route binder has refused foreign origins. Programs that send no origin are treated as this host. */
  const originOf = ({ headers }: FastifyRequest): string =>
    headers.origin ?? `${secure ? 'https' : 'http'}://${headers.host}`

  bindRoute(app, rows.startTotp, ({ session, body, request }) =>
    authenticator.start(asked(session, body.password, request)),
  )
  bindRoute(app, rows.confirmTotp, async ({ session, body, request }) => ({
    recoveryCodes: await authenticator.confirm(caller(session, request), body.code),
  }))
  bindRoute(app, rows.removeTotp, ({ session, body, request }) =>
    authenticator.remove(asked(session, body.password, request), body.proof),
  )
  bindRoute(app, rows.challengeTotpRemoval, async ({ session }) => ({
    options: await stepUp.challenge(session.userId, TOTP_REMOVAL, 'manage'),
  }))
  bindRoute(app, rows.startPasskey, async ({ session, body, request }) => ({
    options: await passkeys.options(asked(session, body.password, request), originOf(request)),
  }))
  bindRoute(app, rows.addPasskey, ({ session, body, request }) =>
    passkeys.add({ ...caller(session, request), ...body, origin: originOf(request) }),
  )
  bindRoute(app, rows.removePasskey, ({ session, params, body, request }) =>
    passkeys.remove(asked(session, body.password, request), { id: params.id, ...body }),
  )
  bindRoute(app, rows.askFactorAtLogIn, ({ session, body, request }) =>
    security.askAtLogIn(asked(session, body.password, request), body.on, body.proof),
  )
  bindRoute(app, rows.challengeFactor, async ({ session, body }) => ({
    options: await stepUp.challenge(session.userId, body.what, 'manage'),
  }))
}
