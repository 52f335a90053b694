/** Web push for users: devices, switches, and the key to subscribe with. */
import type { z } from 'zod'
import type { addPushDevice, getPush } from '#contract/endpoints/push.ts'
import { PUSH_DEVICES_MAX, type PushDevice, pushDevice, type PushSwitches } from '#contract/push.ts'
import { documentId } from '#server/platform/db/pages.ts'
import { deviceLabel } from '#server/identity/device-label.ts'
import { type ChangeParts, changeUser } from '#server/platform/user-transaction.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { Session } from '#server/platform/session-reader.ts'
import { ALL_ON } from '#server/push/push-queue.ts'
import * as store from '#server/push/push-store.ts'

/** What web push needs. */
export interface PushParts extends ChangeParts {
  clock: Pick<MarketClock, 'now'>
  publicKey: string
  /** Origins of push services besides those of the browsers. */
  services: readonly string[]
  reachable: Set<bigint>
}
type Wanted = z.output<typeof addPushDevice.body>

/** Web push for users. */
export interface Push {
  state(session: Session): Promise<z.output<typeof getPush.reply>>
  add(session: Session, wanted: Wanted): Promise<PushDevice>
  remove(session: Session, id: string): Promise<void>
  set(session: Session, switches: PushSwitches): Promise<PushSwitches>
}

const deviceOf = (row: store.DeviceRow, { sessionId }: Session): PushDevice =>
  pushDevice.parse({
    id: row.id.toString(),
    service: new URL(row.endpoint).host,
    label: deviceLabel(row.user_agent),
    language: row.language,
    createdAt: row.created_at,
    current: row.session_id === sessionId,
  })

/** The allowed push services: those of the browsers, by HTTPS only. */
const HOSTS = ['fcm.googleapis.com', 'updates.push.services.mozilla.com']
const UNDER = ['.push.apple.com', '.notify.windows.com']

/**
 * The origin of an endpoint's push service. Null if it is not allowed. `others`: origins that the configuration adds.
 */
function pushServiceOf(endpoint: string, others: readonly string[]): string | null {
  if (!URL.canParse(endpoint)) return null
  const { protocol, origin, hostname, host, port, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return null
  if (others.includes(origin)) return host
  const known = HOSTS.includes(hostname) || UNDER.some((end) => hostname.endsWith(end))
  return protocol === 'https:' && port === '' && known ? hostname : null
}

async function add(parts: PushParts, session: Session, wanted: Wanted): Promise<PushDevice> {
  const { db, clock, services, reachable } = parts
  const { userId, sessionId } = session
  if (pushServiceOf(wanted.endpoint, services) === null) throw new Rejected('push_service_unknown')
  const atMs = clock.now()
  const id = await changeUser(parts, userId, async (tx) => {
    const device = { ...wanted, userId, sessionId, atMs, most: PUSH_DEVICES_MAX }
    return { value: await store.upsertDevice(tx, device), events: [] }
  })
  reachable.add(userId)
  const row = (await store.selectDevices(db, userId, atMs)).find((device) => device.id === id)
  if (row === undefined) throw new Rejected('not_logged_in')
  return deviceOf(row, session)
}

/** Creates the functions for users. */
export const createPush = (parts: PushParts): Push => ({
  state: async (session) => {
    const { db, clock, publicKey } = parts
    const rows = await store.selectDevices(db, session.userId, clock.now())
    const switches = (await store.selectSwitches(db, session.userId)) ?? ALL_ON
    return { publicKey, switches, devices: rows.map((row) => deviceOf(row, session)) }
  },
  add: (session, wanted) => add(parts, session, wanted),
  remove: async ({ userId }, text) => {
    const id = documentId(text)
    if (id === null || !(await store.deleteDevice(parts.db, userId, id))) {
      throw new Rejected('not_found')
    }
  },
  set: async ({ userId }, switches) => {
    await store.upsertSwitches(parts.db, userId, switches)
    return switches
  },
})
