/** The endpoints of registration and log-in, and their cookies. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { openGuest } from '#contract/endpoints/guests.ts'
import * as rows from '#contract/endpoints/identity.ts'
import { checkRegistration, register } from '#contract/endpoints/registration.ts'
import type { LogInCookies } from '#server/platform/http/cookies.ts'
import type { Guests } from '#server/identity/guests.ts'
import type { Caller, Identity } from '#server/identity/identity.ts'
import type { RegistrationDesk } from '#server/identity/registration.ts'
import type { SessionKeeper } from '#server/identity/sessions.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { bindRoute, setCaller } from '#server/platform/http/route.ts'

/** What the endpoints need. */
export interface IdentityEdge {
  identity: Identity
  guests: Guests
  registration: RegistrationDesk
  sessions: SessionKeeper
  cookies: LogInCookies
}

/** Registers the endpoints. */
export function identityRoutes(app: FastifyInstance, edge: IdentityEdge): void {
  const { identity, guests, registration, sessions, cookies } = edge
  const callerOf = (request: FastifyRequest): Caller => ({
    address: clientAddress(request),
    userAgent: request.headers['user-agent'] ?? '',
    device: cookies.device.read(request.headers.cookie),
  })

  bindRoute(app, checkRegistration, ({ body, request }) =>
    registration.check(body, callerOf(request)),
  )
  bindRoute(app, openGuest, async ({ body, session: current, request, reply }) => {
    if (current !== null) {
      return { handle: current.handle, me: await identity.me(current.userId) }
    }
    const { secret, device, session, me } = await guests.open(body.key, callerOf(request))
    setCaller(request, session)
    reply.header('set-cookie', [cookies.session.set(secret), cookies.device.set(device)])
    return { handle: session.handle, me }
  })
  bindRoute(app, register, async ({ body, session, request, reply }) => {
    const guest = session?.guest === true ? session : null
    const registered = await registration.register(body, callerOf(request), guest)
    // The guest's sessions have ended. The user logs in with the new password.
    if (guest !== null) reply.header('set-cookie', cookies.session.clear())
    return registered
  })
  bindRoute(app, rows.logIn, async ({ body, request, reply }) => {
    const { secret, device, session, me } = await identity.logIn(body, callerOf(request))
    // A second log-in on one browser replaces the first, whose cookie is overwritten.
    await sessions.end(request.headers.cookie)
    setCaller(request, session)
    reply.header('set-cookie', [cookies.session.set(secret), cookies.device.set(device)])
    return { handle: session.handle, me }
  })
  bindRoute(app, rows.logOut, async ({ request, reply }) => {
    await sessions.end(request.headers.cookie)
    reply.header('set-cookie', cookies.session.clear())
  })
  bindRoute(app, rows.getMe, async ({ session }) => ({
    handle: session.handle,
    me: await identity.me(session.userId),
  }))
}
