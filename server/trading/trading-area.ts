/** Trading as an area of the server: its endpoints, the settlement, and what follows from refused orders. */
import type { Area } from '#server/platform/area.ts'
import { tradingRoutes } from '#server/trading/routes.ts'
import type { Trading } from '#server/trading/trading.ts'

/** The area. Settlement starts first, and stops last. */
export function tradingArea(trading: Trading): Area {
  const { settlement } = trading
  let stopDeciding: () => Promise<void> = () => Promise.resolve()
  return {
    routes: (app) => tradingRoutes(app, trading),
    start: async () => {
      await settlement.start()
      stopDeciding = trading.followRefused()
    },
    stop: async () => {
      await stopDeciding()
      await settlement.stop()
    },
  }
}
