/** Opens what tells users outside of the app: by mail, and by posts to a system of the operator. */
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import * as rows from '#contract/endpoints/mail.ts'
import { outletState } from '#contract/mail.ts'
import type { Brands } from '#server/brand/brand.ts'
import { sendMessage } from '#server/messages/messages.ts'
import { createMailAddresses, type MailAddresses } from '#server/outlet/mail-address.ts'
import { createMailOutlet } from '#server/outlet/mail-outlet.ts'
import { MAIL_CONNECTIONS } from '#server/outlet/mail-sender.ts'
import { outletMetrics } from '#server/outlet/outlet-metrics.ts'
import * as store from '#server/outlet/outlet-store.ts'
import { createOutletWorker, type OutletWorker } from '#server/outlet/outlet-worker.ts'
import { createWebhookSender } from '#server/outlet/webhook-sender.ts'
import type { Area } from '#server/platform/area.ts'
import { createWorker, type MarketClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { bindRoute } from '#server/platform/http/route.ts'
import type { Logger } from '#server/platform/logging.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import { changeUser } from '#server/platform/user-transaction.ts'
import type { Vault } from '#server/platform/vault.ts'

const EVERY_MS = 2_000
/** What waits too long is looked for this often. */
const LAPSE_EVERY_MS = 60_000
/** Per channel. The oldest lapse beyond it. */
const WAITING_MAX = 50_000
const WEBHOOK_AT_ONCE = 4
/** How long a stop waits for attempts in progress. Then it aborts them. */
const STOP_MS = 3_000
/** How long it waits for the ends of those to be stored. */
const ABORT_MS = 3_000

export interface OutletNeeds {
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'webhookUrl' | 'webhookSecret' | 'publicAddress'>
  db: Database
  clock: MarketClock
  log: Logger
  metrics: Registry
  hub: SocketHub
  vault: Vault
  brands: Pick<Brands, 'current'>
}

type Read = Pick<OutletNeeds, 'db' | 'clock'>

function mailRoutes(app: FastifyInstance, mail: MailAddresses, { db, clock }: Read): void {
  bindRoute(app, rows.deskOutlet, async () => {
    const waiting = await store.selectWaiting(db, clock.now())
    const channels = waiting.map((each) => ({
      ...each,
      oldest: each.oldest && Number(each.oldest),
    }))
    return { channels: outletState.parse(channels) }
  })
  bindRoute(app, rows.getMail, ({ session }) => mail.state(session.userId))
  bindRoute(app, rows.askMail, ({ session, body, request }) =>
    mail.ask({ ...body, userId: session.userId, network: clientAddress(request) }),
  )
  bindRoute(app, rows.confirmMail, ({ session, body }) => mail.confirm(session.userId, body.code))
  bindRoute(app, rows.setMailLanguage, ({ session, body }) =>
    mail.speak(session.userId, body.language),
  )
  bindRoute(app, rows.removeMail, ({ session }) => mail.remove(session.userId))
}

/** Stores how an attempt ended. Who has no usable address any more gets a message in the app, in one transaction. */
async function end(
  parts: OutletNeeds,
  message: store.OutletMessage,
  finish: store.Finish,
  nowMs: number,
): Promise<void> {
  const { db } = parts
  if (!finish.isBounce) return void (await store.finish(db, message, finish, nowMs))
  const userId = message.user_id
  await changeUser(parts, userId, async (tx) => {
    const isUnusable = await store.finish(tx, message, finish, nowMs)
    const told = { userId, kind: 'mail_unusable', params: {}, sentAt: nowMs } as const
    return { value: undefined, events: isUnusable ? [await sendMessage(tx, told)] : [] }
  })
}

/** A worker per channel that is set up. */
async function openChannels(needs: OutletNeeds, count: ReturnType<typeof outletMetrics>['count']) {
  const { config, db, clock, log } = needs
  const workers: OutletWorker[] = []
  const closers: (() => void)[] = []
  const add = (
    channel: store.Channel,
    atOnce: number,
    send: Parameters<typeof createOutletWorker>[0]['send'],
  ): void => {
    const parts = { channel, db, clock, log, send, atOnce }
    workers.push(
      createOutletWorker({
        ...parts,
        count: (outcome, messages) => count(channel, outcome, messages),
        end: (message, finish, nowMs) => end(needs, message, finish, nowMs),
      }),
    )
  }
  const { smtpUrl, mailFrom, webhookUrl, webhookSecret, publicAddress } = config
  if (smtpUrl !== null && mailFrom !== null && publicAddress !== null) {
    const brand = (): string => needs.brands.current().brand.name
    const mail = await createMailOutlet({
      ...needs,
      smtpUrl,
      mailFrom,
      brand,
      address: publicAddress,
    })
    add('mail', MAIL_CONNECTIONS, mail.send)
    closers.push(mail.close)
  }
  if (webhookUrl !== null && webhookSecret !== null) {
    const webhook = createWebhookSender(webhookUrl, webhookSecret, () => clock.now())
    add('webhook', WEBHOOK_AT_ONCE, ({ event_id: id, kind, created_at: at, user_id }, signal) =>
      webhook.send({ id, kind, at: Number(at), user: user_id.toString() }, signal),
    )
  }
  return { workers, close: () => closers.forEach((close) => close()) }
}

/** Opens the outlet. Without a setting there is no worker, and nothing is stored. */
export async function openOutlet(needs: OutletNeeds): Promise<Area> {
  const { db, clock, log, config } = needs
  const metrics = outletMetrics(needs.metrics, db, clock)
  const { workers, close } = await openChannels(needs, metrics.count)
  const available = config.smtpUrl !== null
  let lapsedAt = 0
  const worker = createWorker(clock, {
    periodMs: EVERY_MS,
    work: async () => {
      const nowMs = clock.now()
      if (nowMs - lapsedAt >= LAPSE_EVERY_MS) {
        for (const { channel, state, ended } of await store.lapse(db, WAITING_MAX, nowMs)) {
          metrics.count(channel, state, ended)
        }
        lapsedAt = nowMs
      }
      await Promise.all(workers.map((each) => each.run()))
    },
    failed: (err) => log.warn({ err }, 'notices were not sent'),
  })
  const wake = (): void => {
    worker.run().catch((err: unknown) => log.warn({ err }, 'notices were not sent'))
  }
  const mail = createMailAddresses({ ...needs, available, wake })
  return {
    routes: (http) => mailRoutes(http, mail, needs),
    start: async () => {
      const on = { mail: available, webhook: config.webhookUrl !== null }
      await store.setChannels(db, on, clock.now())
      if (workers.length > 0) worker.start()
    },
    stop: async () => {
      for (const each of workers) each.stop()
      const stopped = worker.stop()
      await Promise.race([stopped, pause(STOP_MS, undefined, { ref: false })])
      for (const each of workers) each.abort()
      await Promise.race([stopped, pause(ABORT_MS, undefined, { ref: false })])
      close()
    },
  }
}
