/** A device that watches the signed history of a real server over HTTP, with the code of the app. */
import { listChain, listCheckpoints, presentCheckpoints } from '#contract/endpoints/history.ts'
import { type Doubt, type HistoryAlarm, type Proof, unshownBy } from '#app/history-alarm.ts'
import { type HistoryWatcher, watchHistory } from '#app/history-watcher.ts'
import type { KnownHistory } from '#device/known-history.ts'
import { checkpointProof } from '#contract/tick-log.ts'
import { deviceTools } from '#proof/device-tools.ts'
import { until } from '#support/until.ts'
import { Visitor } from '#support/visitor.ts'

/** The second look comes soon, because no cache is between. */
const SECOND_LOOK_MS = 50

export class HistoryDevice {
  known: KnownHistory | null = null
  alarm: HistoryAlarm | null = null
  /** Whether the server said that it lost what was presented to it. */
  presented = false
  readonly #visitor: Visitor
  readonly #watcher: HistoryWatcher
  #asked = 0
  #answered = 0

  constructor(url: string) {
    this.#visitor = new Visitor(url)
    this.#watcher = watchHistory({
      stored: () => this.known,
      ask: async ({ before, limit }) => {
        const query = before === undefined ? '' : `&before=${before}`
        const path = `/api/checkpoints?limit=${limit}${query}`
        return this.#read(path, listCheckpoints.reply)
      },
      prove: async ({ number, of }) => {
        const path = `/api/checkpoints/${number}/tree?of=${of}`
        return (await this.#read(path, checkpointProof)) ?? 'none'
      },
      starts: async ({ afterSeq }) => {
        const page = await this.#read(`/api/chains/starts?afterSeq=${afterSeq}`, listChain.reply)
        return page?.records ?? null
      },
      toolsOf: deviceTools,
      store: (known) => {
        this.known = known
      },
      show: (alarm) => {
        this.alarm = alarm
        if (alarm !== null && alarm.kind !== 'restored') void this.#present(alarm)
      },
      isShown: () => true,
      after: (ms, run) => {
        if (ms > 10_000) return () => undefined
        const timer = setTimeout(run, SECOND_LOOK_MS)
        return () => clearTimeout(timer)
      },
    })
  }

  /** Connects, and resolves when the comparison has ended. */
  async compare(): Promise<void> {
    const asked = this.#asked
    this.#watcher.live(false)
    this.#watcher.live(true)
    let settledAt = 0
    await until('the comparison of a device', () => {
      const isIdle = this.#asked > asked && this.#answered === this.#asked
      if (!isIdle) settledAt = 0
      else if (settledAt === 0) settledAt = performance.now()
      return isIdle && performance.now() - settledAt > 4 * SECOND_LOOK_MS
    })
  }

  async #read<T>(path: string, schema: { parse(value: unknown): T }): Promise<T | null> {
    this.#asked += 1
    try {
      const { status, body } = await this.#visitor.get(path)
      return status === 200 ? schema.parse(body) : null
    } finally {
      this.#answered += 1
    }
  }

  async #present(alarm: Doubt | Proof): Promise<void> {
    const checkpoints = unshownBy(alarm, this.known)
    if (checkpoints.length === 0) return
    this.#asked += 1
    try {
      const { body } = await this.#visitor.post('/api/checkpoints/presented', { checkpoints })
      this.presented ||= presentCheckpoints.reply.parse(body).lost
    } finally {
      this.#answered += 1
    }
  }
}
