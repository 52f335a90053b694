/** Sends push notifications from a bounded queue that no other work waits for. */
import { language } from '#contract/language.ts'
import type { PushPayload, PushSwitches } from '#contract/push.ts'
import { countUnread } from '#server/messages/messages-store.ts'
import type { Cancel, MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { OutboxEvent } from '#server/platform/socket/hub.ts'
import type { Logger } from '#server/platform/logging.ts'
import { type Notice, noticeOf, SWITCH_OF, together } from '#server/push/notices.ts'
import type { PushSender } from '#server/push/push-sender.ts'
import {
  deleteEndpoint,
  type DeviceRow,
  selectDevices,
  selectSwitches,
} from '#server/push/push-store.ts'

/** Maximum number of waiting notifications. New ones are dropped beyond it; the messages themselves are in the app. */
const QUEUE_MAX = 5_000
const AT_ONCE = 4
/** Positions settled within this time are combined in one notification. */
export const SETTLED_WITHIN_MS = 5_000
const RETRY_AFTER_MS = [5_000, 30_000, 120_000]

/** The switches of a user who has changed none. */
export const ALL_ON: PushSwitches = {
  settled: true,
  reviews: true,
  alerts: true,
  announcements: true,
}

/** What is the same on all devices of a user. */
type Said = Omit<PushPayload, 'language'>

interface Job {
  userId: bigint
  notice: Notice
  /** Null for all devices of the user. */
  device: DeviceRow | null
  attempt: number
}

export interface PushQueueParts {
  db: Database
  clock: MarketClock
  log: Logger
  sender: PushSender
  /** Users with at least one device. Events of other users are ignored. */
  reachable: ReadonlySet<bigint>
}

/** The queue of push notifications. */
export class PushQueue {
  readonly #parts: PushQueueParts
  #jobs: Job[] = []
  readonly #settled = new Map<bigint, Notice>()
  readonly #running = new Set<Promise<void>>()
  readonly #timers = new Set<Cancel>()
  #dropped = 0
  #stopped = false

  constructor(parts: PushQueueParts) {
    this.#parts = parts
  }

  /** Takes committed events, as the sockets receive them. */
  take(events: readonly OutboxEvent[]): void {
    if (this.#stopped) return
    for (const event of events) {
      if (!this.#parts.reachable.has(event.userId)) continue
      const notice = this.#read(event)
      if (notice === null) continue
      if (notice.kind === 'settled') this.#gather(event.userId, notice)
      else this.#add({ userId: event.userId, notice, device: null, attempt: 0 })
    }
  }

  /** Resolves when nothing is queued or in progress. It does not wait for delayed notifications. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#jobs = []
    for (const cancel of this.#timers) cancel()
    await this.idle()
  }

  /** An event that cannot be read must not affect the delivery of others. */
  #read(event: OutboxEvent): Notice | null {
    try {
      return noticeOf(event)
    } catch (err) {
      this.#parts.log.warn({ err, topic: event.topic }, 'an event was not read for a push')
      return null
    }
  }

  #later(ms: number, run: () => void): void {
    const { clock } = this.#parts
    const cancel = clock.at(clock.now() + ms, () => {
      this.#timers.delete(cancel)
      run()
    })
    this.#timers.add(cancel)
  }

  #gather(userId: bigint, notice: Notice): void {
    const waiting = this.#settled.get(userId)
    this.#settled.set(userId, waiting === undefined ? notice : together(waiting, notice))
    if (waiting !== undefined) return
    this.#later(SETTLED_WITHIN_MS, () => {
      const all = this.#settled.get(userId)
      this.#settled.delete(userId)
      if (all !== undefined) this.#add({ userId, notice: all, device: null, attempt: 0 })
    })
  }

  #add(job: Job): void {
    if (this.#stopped) return
    if (this.#jobs.length >= QUEUE_MAX) {
      this.#dropped += 1
      if (this.#dropped % 1_000 === 1) {
        this.#parts.log.warn({ dropped: this.#dropped }, 'pushes are let go: too many wait')
      }
      return
    }
    this.#jobs.push(job)
    if (this.#running.size >= AT_ONCE) return
    const run = this.#drain().finally(() => this.#running.delete(run))
    this.#running.add(run)
  }

  async #drain(): Promise<void> {
    await Promise.resolve()
    for (let job = this.#jobs.shift(); job !== undefined; job = this.#jobs.shift()) {
      try {
        await this.#work(job)
      } catch (err) {
        this.#parts.log.warn({ err }, 'a push was not sent')
      }
    }
  }

  async #work(job: Job): Promise<void> {
    const { db, clock, log } = this.#parts
    if (job.device !== null) return this.#send(job, job.device, await this.#said(job))
    const switches = (await selectSwitches(db, job.userId)) ?? ALL_ON
    if (!switches[SWITCH_OF[job.notice.kind]]) return
    const said = await this.#said(job)
    for (const device of await selectDevices(db, job.userId, clock.now())) {
      // A subscription with an unusable key must not keep the notification from the user's other devices.
      await this.#send(job, device, said).catch((err: unknown) =>
        log.warn({ err, device: device.id }, 'a push was not sent to a device'),
      )
    }
  }

  /** A message changes the number of unread ones, and a settled position does not. */
  async #said({ userId, notice }: Job): Promise<Said> {
    if (notice.kind === 'settled') return notice
    return { ...notice, unread: await countUnread(this.#parts.db, userId) }
  }

  async #send(job: Job, device: DeviceRow, said: Said): Promise<void> {
    const { db, sender, log } = this.#parts
    const payload = { ...said, language: language.parse(device.language) }
    const outcome = await sender.send(device, payload)
    if (outcome === 'gone') await deleteEndpoint(db, device.endpoint)
    if (outcome === 'refused') log.warn({ device: device.id }, 'a push service refused a push')
    const wait = RETRY_AFTER_MS[job.attempt]
    if (outcome !== 'later' || wait === undefined) return
    this.#later(wait, () => this.#add({ ...job, device, attempt: job.attempt + 1 }))
  }
}
