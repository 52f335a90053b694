/** Opens recovery: its endpoints, and the worker that ends what is over. */
import * as deskRows from '#contract/endpoints/desk-recovery.ts'
import * as rows from '#contract/endpoints/recovery.ts'
import type { FastifyInstance } from 'fastify'
import type { Area } from '#server/platform/area.ts'
import { createWorker } from '#server/platform/clock.ts'
import { Rejected } from '#server/platform/errors.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { type LogInCookies, sessionSecretIn } from '#server/platform/http/cookies.ts'
import { bindCostlyRoute } from '#server/platform/http/costly-route.ts'
import { createPlaces } from '#server/platform/http/places.ts'
import { bindRoute } from '#server/platform/http/route.ts'
import type { Logger } from '#server/platform/logging.ts'
import type { Registry } from '#server/platform/metrics.ts'
import { createRecoveryReads, type RecoveryReads } from '#server/recovery/desk-reads.ts'
import { recoveryMetrics } from '#server/recovery/recovery-metrics.ts'
import { createRecovery, type Recovery, type RecoveryParts } from '#server/recovery/recovery.ts'
import { lapseRecoveries } from '#server/recovery/recovery-store.ts'
import { createVetoes, type VetoParts, type Vetoes } from '#server/recovery/vetoes.ts'
import { PHOTO_HEADERS } from '#server/verification/routes.ts'

export interface RecoveryNeeds extends Omit<RecoveryParts, 'rateFactor'>, VetoParts {
  config: { rateFactor: number }
  cookies: LogInCookies
  log: Logger
  metrics: Registry
  sessions: RecoveryParts['sessions']
}

const EVERY_MS = 60_000
/** Uploads of strangers in progress, in total and per network. */
const UPLOADS = { overall: 6, ofOne: 2 }

function askerRoutes(app: FastifyInstance, recovery: Recovery): void {
  const uploads = createPlaces<string>(UPLOADS.overall, UPLOADS.ofOne)
  bindRoute(app, rows.askRecovery, ({ body, request }) =>
    recovery.ask({ ...body, address: clientAddress(request) }),
  )
  bindRoute(
    app,
    rows.uploadRecoveryPicture,
    ({ params: { upload }, query: { picture }, body }) => {
      // Only declared media types are read as bytes.
      if (!Buffer.isBuffer(body)) throw new Rejected('photo_unsupported')
      return recovery.addPicture({ upload, picture, bytes: body })
    },
    (_, request) => void request.raw.once('close', uploads.enter(clientAddress(request))),
  )
  bindRoute(app, rows.followRecovery, ({ body }) => recovery.follow(body.code))
  bindRoute(app, rows.openRecovery, ({ body }) => recovery.open(body.code))
  bindRoute(app, rows.completeRecovery, ({ body }) => recovery.complete(body))
}

function vetoRoutes(app: FastifyInstance, vetoes: Vetoes, cookies: LogInCookies): void {
  bindRoute(app, rows.vetoByWord, ({ body, request }) =>
    vetoes.byWord({ ...body, address: clientAddress(request) }),
  )
  bindRoute(app, rows.listRecoveries, async ({ session }) => ({
    recoveries: await vetoes.list(session.userId),
  }))
  bindRoute(app, rows.vetoRecovery, ({ session, params: { id }, request }) =>
    vetoes.bySession({ session, id, secret: sessionSecretIn(cookies, request) }),
  )
}

function deskRoutes(app: FastifyInstance, reads: RecoveryReads): void {
  bindRoute(app, deskRows.deskRecoveryView, ({ params, session }) =>
    reads.detail(params.id, session),
  )
  bindCostlyRoute(app, deskRows.deskRecoveryPicture, async ({ params, session, reply }) => {
    const webp = await reads.picture({ ...params, actor: session })
    reply.headers(PHOTO_HEADERS)
    return webp
  })
  bindRoute(app, deskRows.deskRecoverySums, ({ query }) => reads.sums(Number(query.days)))
}

/** Opens recovery. server/documents lists and decides the requests at the desk. */
export function openRecovery(needs: RecoveryNeeds): Area {
  const { db, clock, log, cookies, deskChanges, config } = needs
  const recovery = createRecovery({ ...needs, rateFactor: config.rateFactor })
  const vetoes = createVetoes(needs)
  const reads = createRecoveryReads(needs)
  recoveryMetrics(needs.metrics, db, clock)
  const worker = createWorker(clock, {
    periodMs: EVERY_MS,
    work: async () => {
      if ((await lapseRecoveries(db, clock.now())) > 0) deskChanges.changed()
    },
    failed: (err) => {
      // Before the first checkpoint after an outage, SQL does not believe the time.
      const isEarly = err instanceof Rejected && err.code === 'unavailable'
      log[isEarly ? 'debug' : 'warn']({ err }, 'recoveries were not ended')
    },
  })
  return {
    routes: (app) => {
      askerRoutes(app, recovery)
      vetoRoutes(app, vetoes, cookies)
      deskRoutes(app, reads)
    },
    start: worker.start,
    stop: worker.stop,
  }
}
