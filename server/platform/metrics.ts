/** Prometheus metrics for the operators of the server. They are read from this machine only, or with a token. */
import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { VenueHealth } from '#contract/index-price.ts'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

export type { Registry } from 'prom-client'

/** Creates a registry with the default metrics of Node.js. */
export function createMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

/** Gauges of the last invariant check. Set an alarm on any number of faults above 0. */
export function ledgerGauges(
  registry: Registry,
): (seen: { faults: number; tookMs: number; rotationMs: number | null }) => void {
  const registers = [registry]
  const faults = new Gauge({
    name: 'fairtick_ledger_faults',
    help: 'Broken invariants found by the last check, without those that a compensation answers for',
    registers,
  })
  const seconds = new Gauge({
    name: 'fairtick_ledger_check_seconds',
    help: 'How long the last check took',
    registers,
  })
  const rotation = new Gauge({
    name: 'fairtick_ledger_rotation_seconds',
    help: 'How long the checks take to read all old orders, postings, accounts and records once',
    registers,
  })
  return ({ faults: found, tookMs, rotationMs }) => {
    faults.set(found)
    seconds.set(tookMs / 1000)
    if (rotationMs !== null) rotation.set(rotationMs / 1000)
  }
}

/** Counts ticks that were rejected because they are outside the price band of their product. */
export function ticksAsideCounter(registry: Registry): (symbol: string, ticks: number) => void {
  const counter = new Counter({
    name: 'fairtick_quarantined_ticks_total',
    help: 'Ticks put aside because they lie outside of their product’s band',
    labelNames: ['symbol'],
    registers: [registry],
  })
  return (symbol, ticks) => counter.inc({ symbol }, ticks)
}

/** Gauges of the venues that live prices come from. They are read when the metrics are. */
export function venueGauges(registry: Registry, health: () => readonly VenueHealth[]): void {
  const gauge = (
    name: string,
    help: string,
    valueOf: (venue: VenueHealth) => number | null,
  ): unknown =>
    new Gauge({
      name: `fairtick_venue_${name}`,
      help,
      labelNames: ['venue'],
      registers: [registry],
      collect() {
        for (const venue of health()) {
          const value = valueOf(venue)
          if (value === null) this.remove({ venue: venue.line })
          else this.set({ venue: venue.line }, value)
        }
      },
    })
  gauge('connected', 'Whether trades of the venue count', ({ connected }) => (connected ? 1 : 0))
  gauge('messages_per_second', 'Frames per second', ({ messagesPerSecond }) => messagesPerSecond)
  gauge('lag_ms', 'The middle of receipt minus the stamp of the venue', ({ lagMs }) => lagMs)
  gauge('skew_ms', 'How far the clock of the venue is ahead', ({ skewMs }) => skewMs)
  gauge('reconnects', 'New connections since the start', ({ reconnects }) => reconnects)
  gauge('faults', 'Frames that could not be read since the start', ({ faults }) => faults)
  gauge(
    'disagreement_bps',
    'The greatest distance of its newest trades from the prices of their products',
    ({ disagreementBps }) => disagreementBps,
  )
}

/** A gauge of how long the calendar of closings still covers. `until`: ms; null if it says nothing of now. */
export const closingsGauge = (registry: Registry, until: () => number | null): unknown =>
  new Gauge({
    name: 'fairtick_closings_left_seconds',
    help: 'How long the published closings still cover: contracts are closed where they do not',
    registers: [registry],
    collect() {
      this.set(Math.max(0, ((until() ?? 0) - Date.now()) / 1000))
    },
  })

const fromHere = (request: FastifyRequest): boolean =>
  LOOPBACK.has(request.socket.remoteAddress ?? '') &&
  request.headers['x-forwarded-for'] === undefined

/** Compares digests, which have one length, so that the time says nothing about the token. */
const sameText = (one: string, other: string): boolean =>
  timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'))

const mayRead = (request: FastifyRequest, token: string | null): boolean =>
  token === null
    ? fromHere(request)
    : sameText(request.headers.authorization ?? '', `Bearer ${token}`)

/** Serves the metrics to callers on this machine, or if there is a token, to those who send it. */
export function metricsRoutes(
  app: FastifyInstance,
  registry: Registry,
  token: string | null,
): void {
  const durations = new Histogram({
    name: 'fairtick_http_request_seconds',
    help: 'Time to answer a request, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const labels = { method: request.method, route, status: reply.statusCode }
    durations.observe(labels, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, token)) return reply.callNotFound()
    reply.header('cache-control', 'no-store').type(registry.contentType)
    return reply.send(await registry.metrics())
  })
  app.addHook('onClose', async () => registry.clear())
}
