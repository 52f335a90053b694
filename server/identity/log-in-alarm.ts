/** Warns owners of failed log-ins to their account: summed up in the history, and by a message from time to time. */
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import {
  addRefused,
  addUntold,
  type Alarm,
  markTold,
  selectAlarm,
  selectDueAlarms,
  selectUserIds,
  hadSession,
} from '#server/identity/log-in-store.ts'
import { type ChangeParts, changeUser } from '#server/platform/user-transaction.ts'
import { sendMessage } from '#server/messages/messages.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { OutboxEvent } from '#server/platform/socket/hub.ts'

/** How long attempts are gathered in memory, so that refusing a flood writes nothing. */
export const ALARM_FLUSH_MS = 5_000
/** At most one message per account in this time. */
export const ALARM_PERIOD_MS = 6 * HOUR_MS
/** Fewer failures are probably the owner with a new device. */
const ALARM_MIN = 10
const FORGOTTEN_AFTER_MS = DAY_MS
const ADDRESSES_MAX = 1_000
/** Unknown account names are gathered like existing ones, so their number is limited. */
const ACCOUNTS_MAX = 1_000
const DUE_AT_ONCE = 500
const USER_AGENT_MAX = 256

/** A failed attempt. */
interface FailedTry {
  /** The account name as entered. Whether it exists is checked later. */
  account: string
  userAgent: string
  address: string
  refused: boolean
}

/** Records failed attempts, and warns owners of these and of new devices. */
export interface LogInAlarm {
  /** Notes an attempt from an unknown device that failed or was refused. */
  note(attempt: FailedTry): void
  /** Sends a message about a log-in on a device that was unknown, unless it was the first log-in ever. */
  tellOfDevice(userId: bigint): Promise<void>
  /** Writes the noted attempts and sends messages. */
  flush(): Promise<void>
  /** Sends messages about attempts since the last message. */
  sweep(): Promise<void>
}

interface Tally {
  failed: number
  refused: number
  addresses: Set<string>
  last: FailedTry
}

export interface LogInAlarmParts extends ChangeParts {
  clock: MarketClock
}

async function tellOfDevice(parts: LogInAlarmParts, userId: bigint): Promise<void> {
  if (!(await hadSession(parts.db, userId))) return
  await changeUser(parts, userId, async (tx) => {
    const sentAt = parts.clock.now()
    const kind = 'log_in_new_device'
    const event = await sendMessage(tx, { userId, kind, params: {}, sentAt })
    return { value: undefined, events: [event] }
  })
}

export function createLogInAlarm(parts: LogInAlarmParts): LogInAlarm {
  const { db, clock } = parts
  let tallies = new Map<string, Tally>()

  const tell = async (
    tx: Queryable,
    userId: bigint,
    { untold, told_at }: Alarm,
  ): Promise<OutboxEvent[]> => {
    const now = clock.now()
    const soon = told_at !== null && now - Number(told_at) < ALARM_PERIOD_MS
    if (untold < ALARM_MIN || soon) return []
    await markTold(tx, userId, now)
    const params = { count: untold.toString() }
    return [await sendMessage(tx, { userId, kind: 'log_ins_refused', params, sentAt: now })]
  }

  const keep = async (userId: bigint, tally: Tally): Promise<void> => {
    const atMs = clock.now()
    const { failed, refused, last } = tally
    await changeUser(parts, userId, async (tx) => {
      if (refused > 0) {
        const addresses = [...tally.addresses]
        const userAgent = last.userAgent.slice(0, USER_AGENT_MAX)
        const line = { userId, times: refused, addresses, userAgent, address: last.address, atMs }
        await addRefused(tx, line)
      }
      const forget = { fewerThan: ALARM_MIN, beforeMs: atMs - FORGOTTEN_AFTER_MS }
      const alarm = await addUntold(tx, { userId, times: failed + refused, atMs }, forget)
      return { value: undefined, events: await tell(tx, userId, alarm) }
    })
  }

  return {
    note: (attempt) => {
      const key = attempt.account.toLowerCase()
      const known = tallies.get(key)
      if (known === undefined && tallies.size >= ACCOUNTS_MAX) return
      const tally = known ?? { failed: 0, refused: 0, addresses: new Set<string>(), last: attempt }
      if (attempt.refused) tally.refused += 1
      else tally.failed += 1
      // Addresses of refused attempts only; a failed attempt has its own line in the history.
      if (attempt.refused && tally.addresses.size < ADDRESSES_MAX)
        tally.addresses.add(attempt.address)
      tally.last = attempt
      tallies.set(key, tally)
    },
    tellOfDevice: (userId) => tellOfDevice(parts, userId),
    flush: async () => {
      const gathered = tallies
      tallies = new Map()
      if (gathered.size === 0) return
      for (const { id, account_key } of await selectUserIds(db, [...gathered.keys()])) {
        const tally = gathered.get(account_key)
        if (tally !== undefined) await keep(id, tally)
      }
    },
    sweep: async () => {
      const toldBeforeMs = clock.now() - ALARM_PERIOD_MS
      const due = { atLeast: ALARM_MIN, toldBeforeMs, limit: DUE_AT_ONCE }
      for (const userId of await selectDueAlarms(db, due)) {
        await changeUser(parts, userId, async (tx) => {
          const alarm = await selectAlarm(tx, userId)
          const events = alarm === undefined ? [] : await tell(tx, userId, alarm)
          return { value: undefined, events }
        })
      }
    },
  }
}
