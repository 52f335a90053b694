/**
 * Counts what browsers report of errors and speed, in groups of equal reports. Anyone may send reports, so they are
 * limited per network and in total, and nothing that a sender writes is stored: names and files are from lists.
 */
import { Counter, Histogram, type Registry } from 'prom-client'
import type {
  ClientFault,
  ClientReport,
  ReportGroup,
  ReportPage,
  Vital,
} from '#contract/client-reports.ts'
import { timeMs } from '#contract/scalars.ts'
import { createWorker, type MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Logger } from '#server/platform/logging.ts'
import { createRateBucket } from '#server/platform/rate-bucket.ts'
import { createAllowances } from '#server/reports/allowances.ts'
import { openBuilds } from '#server/reports/builds.ts'
import { noteReports, type Pending, placeOf, selectReports } from '#server/reports/reports-store.ts'

/** Reports of all networks. What exceeds this is dropped, so that a flood costs one write per `STORE_EVERY_MS`. */
const PER_SECOND = 20
const AT_ONCE = 200
const STORE_EVERY_MS = 2_000
/** Groups between two writes. */
const PENDING_MAX = 500

/** Good up to the first value and poor beyond the second, as web.dev defines it. In ms; `cls` has no unit. */
const THRESHOLDS: Readonly<Record<Vital, readonly [number, number]>> = {
  lcp: [2_500, 4_000],
  inp: [200, 500],
  cls: [0.1, 0.25],
}
const VITALS = ['lcp', 'inp', 'cls'] as const

function ratingOf(vital: Vital, value: number): string {
  const [good, middling] = THRESHOLDS[vital]
  if (value <= good) return 'good'
  return value <= middling ? 'middling' : 'poor'
}

function metersOf(registry: Registry) {
  const registers = [registry]
  const labelNames = ['page'] as const
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers })
  return {
    reported: new Counter({
      name: 'fairtick_client_reports_total',
      help: 'Errors and measurements that browsers reported and that were counted',
      labelNames: ['page', 'kind'],
      registers,
    }),
    dropped: new Counter({
      name: 'fairtick_client_reports_dropped_total',
      help: 'Reports that were not counted: over a limit, or of no code of this server',
      labelNames: ['why'],
      registers,
    }),
    lcp: histogram('fairtick_client_lcp_seconds', 'Time to the largest paint', [1, 2.5, 4, 10]),
    inp: histogram('fairtick_client_inp_seconds', 'Slowest answers to taps', [0.1, 0.2, 0.5, 1]),
    cls: histogram('fairtick_client_cls', 'Sums of layout shifts', [0.01, 0.1, 0.25, 1]),
  }
}

type Group = Pick<Pending, 'page' | 'build' | 'kind' | 'name' | 'stack'>
const keyOf = (group: Group): string =>
  JSON.stringify([group.page, group.build, group.kind, group.name, placeOf(group)])

/** What counting needs. */
export interface ReportParts {
  db: Database
  clock: MarketClock
  log: Logger
  metrics: Registry
  /** The folder of the built client. */
  folder: string
}

/** What browsers report. */
export interface Reports {
  /** Counts a report of a page, if the limits allow it. `network` is the address that limits count by. */
  note(report: ClientReport, network: string): Promise<void>
  /** Counts what the content security policy stopped. `name` is from a list. */
  notePolicy(page: ReportPage, name: string, network: string): void
  list(): Promise<ReportGroup[]>
  start(): void
  stop(): Promise<void>
}

/** Reports that are counted and not stored yet, within the limits of each network. */
function createTally({ db, clock }: ReportParts, meters: ReturnType<typeof metersOf>) {
  const admit = createAllowances(() => performance.now())
  let pending = new Map<string, Pending>()
  return {
    /** Counts a report. False if it is over a limit. */
    count: (group: Group, network: string): boolean => {
      const key = keyOf(group)
      const known = pending.get(key)
      const verdict = admit(network, key)
      if (verdict === 'refused' || (known === undefined && pending.size >= PENDING_MAX)) {
        meters.dropped.inc({ why: 'limit' })
        return false
      }
      const at = timeMs.parse(clock.now())
      const { reports, networks, firstAt } = known ?? { reports: 0, networks: 0, firstAt: at }
      pending.set(key, {
        ...group,
        reports: reports + 1,
        networks: networks + (verdict === 'first' ? 1 : 0),
        firstAt,
        lastAt: at,
      })
      meters.reported.inc({ page: group.page, kind: group.kind })
      return true
    },
    store: async (): Promise<void> => {
      if (pending.size === 0) return
      const rows = [...pending.values()]
      pending = new Map()
      await noteReports(db, rows)
    },
  }
}

/** Opens the counting. Nothing is stored before `start`. */
export async function openReports(parts: ReportParts): Promise<Reports> {
  const { db, clock, log, metrics, folder } = parts
  const meters = metersOf(metrics)
  const builds = await openBuilds({ db, folder, now: () => clock.now() })
  const bucket = createRateBucket(() => performance.now(), PER_SECOND, AT_ONCE)
  const { count, store } = createTally(parts, meters)

  const countFault = (
    { page, build }: Pick<Group, 'page' | 'build'>,
    { kind, name, stack }: ClientFault,
    network: string,
  ): void => {
    const own = build === null ? [] : stack.filter((place) => builds.isOwn(build, place))
    if (build !== null && own.length < stack.length) return meters.dropped.inc({ why: 'place' })
    count({ page, build, kind, name, stack: own }, network)
  }
  const failed = (err: unknown): void => log.warn({ err }, 'reports of browsers were not stored')
  const worker = createWorker(clock, { periodMs: STORE_EVERY_MS, work: store, failed })
  const isOver = (): boolean => {
    if (bucket.take()) return false
    meters.dropped.inc({ why: 'flood' })
    return true
  }
  return {
    note: async ({ page, build: named, faults, vitals = {} }, network) => {
      if (isOver()) return
      const build = (await builds.has(named)) ? named : null
      for (const fault of faults) countFault({ page, build }, fault, network)
      for (const kind of VITALS) {
        const value = vitals[kind]
        if (value === undefined) continue
        const name = ratingOf(kind, value)
        if (!count({ page, build, kind, name, stack: [] }, network)) continue
        meters[kind].observe({ page }, kind === 'cls' ? value : value / 1000)
      }
    },
    notePolicy: (page, name, network) => {
      if (!isOver()) count({ page, build: null, kind: 'policy', name, stack: [] }, network)
    },
    list: () => selectReports(db),
    start: worker.start,
    stop: async () => {
      await worker.stop()
      await store().catch(failed)
    },
  }
}
