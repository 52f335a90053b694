/** The cashier's endpoints: parse, authorise, call, reply. */
import type { FastifyInstance } from 'fastify'
import { getBalance, takePracticeMoney } from '#contract/endpoints/cashier.ts'
import type { Cashier } from '#server/cashier/cashier.ts'
import { bindRoute, rawReply } from '#server/platform/route.ts'

export function cashierRoutes(app: FastifyInstance, cashier: Cashier): void {
  bindRoute(app, takePracticeMoney, async ({ session, key, bodyHash }) =>
    rawReply(await cashier.takePractice({ userId: session.userId, key, bodyHash })),
  )
  bindRoute(app, getBalance, async ({ session }) => rawReply(await cashier.balance(session.userId)))
}
