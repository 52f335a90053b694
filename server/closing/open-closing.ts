/** Opens the area of closing accounts: its endpoints and the worker that closes those whose days are over. */
import * as rows from '#contract/endpoints/closing.ts'
import { type ClosingParts, createClosing } from '#server/closing/closing.ts'
import type { Area } from '#server/platform/area.ts'
import { createWorker } from '#server/platform/clock.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { type LogInCookies, sessionSecretIn } from '#server/platform/http/cookies.ts'
import { bindRoute } from '#server/platform/http/route.ts'
import type { Logger } from '#server/platform/logging.ts'

/** What the area needs. */
export interface ClosingNeeds extends ClosingParts {
  cookies: LogInCookies
  log: Logger
}

const SWEEP_MS = 600_000

/** Opens the area. */
export function openClosing(needs: ClosingNeeds): Area {
  const { clock, cookies, log } = needs
  const closing = createClosing(needs)
  const worker = createWorker(clock, {
    periodMs: SWEEP_MS,
    work: closing.sweep,
    failed: (err) => log.error({ err }, 'accounts were not closed'),
  })
  return {
    routes: (http) => {
      bindRoute(http, rows.getClosing, ({ session }) => closing.state(session.userId))
      bindRoute(http, rows.closeAccount, ({ session: { userId }, body, request }) => {
        const sessionSecret = sessionSecretIn(cookies, request)
        const asked = { userId, sessionSecret, address: clientAddress(request) }
        return closing.ask({ ...asked, password: body.password }, body.proof)
      })
      bindRoute(http, rows.keepAccount, ({ session: { userId }, request }) =>
        closing.keep({ userId, sessionSecret: sessionSecretIn(cookies, request) }),
      )
    },
    start: () => worker.start(),
    stop: () => worker.stop(),
  }
}
