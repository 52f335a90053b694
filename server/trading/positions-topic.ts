/** The positions topic: a snapshot of open and live orders, then every change in the order of its outbox number. */
import type { Database } from '#server/platform/db/database.ts'
import type { PrivateTopic } from '#server/platform/socket/hub.ts'
import { orderJson, orderOfRow } from '#server/trading/order-row.ts'
import { selectPositions } from '#server/trading/trading-store.ts'

/** Creates the topic. */
export const positionsTopic = (db: Database): PrivateTopic => ({
  name: 'positions',
  snapshot: async (userId) => {
    const { seq, rows } = await selectPositions(db, userId)
    return { seq, json: `[${rows.map((row) => orderJson(orderOfRow(row))).join(',')}]` }
  },
})
