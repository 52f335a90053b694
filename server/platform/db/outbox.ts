/** The outbox of one user's topic: reads the events after a number, and the newest number. */
import type { Queryable } from '#server/platform/db/database.ts'

/** The outbox of one user's topic. */
export interface Outbox {
  /** The next events in order, at most `limit`. */
  after(seq: bigint, limit: number): Promise<{ seq: bigint; payload: string }[]>
  /** The newest number. 0 before the first event. */
  head(): Promise<bigint>
}

const SELECT_AFTER = `select seq, outbox_payload(topic, payload) as payload from outbox
  where user_id = $1 and topic = $2 and seq > $3 order by seq limit $4`
const SELECT_HEAD =
  'select coalesce(max(seq), 0) as seq from outbox_heads where user_id = $1 and topic = $2'

/** The outbox of a user's topic in the database. */
export const outboxOf = (database: Queryable, userId: bigint, topic: string): Outbox => ({
  after: (seq, limit) => database.query(SELECT_AFTER, [userId, topic, seq, limit]),
  head: async () => {
    const rows = await database.query<{ seq: bigint }>(SELECT_HEAD, [userId, topic])
    return rows[0]?.seq ?? 0n
  },
})
