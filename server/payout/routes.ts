/** The endpoints of the payout account. */
import type { FastifyInstance } from 'fastify'
import { getPayoutAccount, setPayoutAccount } from '#contract/endpoints/cashier.ts'
import { payoutAccountOf } from '#server/profile/payout-account.ts'
import { type SaveParts, savePayoutAccount } from '#server/payout/save.ts'
import { type LogInCookies, sessionSecretIn } from '#server/platform/http/cookies.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { bindRoute, rawReply } from '#server/platform/http/route.ts'

/** Registers the endpoints. */
export function payoutRoutes(
  app: FastifyInstance,
  parts: SaveParts & { cookies: LogInCookies },
): void {
  bindRoute(app, getPayoutAccount, async ({ session }) => ({
    payoutAccount: await payoutAccountOf(parts.db, session.userId),
  }))
  bindRoute(app, setPayoutAccount, async ({ command, body, request }) =>
    rawReply(
      await savePayoutAccount(parts, {
        ...command,
        form: body.account,
        tradingPassword: body.tradingPassword,
        secret: sessionSecretIn(parts.cookies, request),
        address: clientAddress(request),
      }),
    ),
  )
}
