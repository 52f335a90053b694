/** All endpoints by area, for the API document and for tests that check every row. */
import * as alerts from '#contract/endpoints/alerts.ts'
import * as announcements from '#contract/endpoints/announcements.ts'
import * as app from '#contract/endpoints/app.ts'
import * as balance from '#contract/endpoints/balance.ts'
import * as brand from '#contract/endpoints/brand.ts'
import * as cashier from '#contract/endpoints/cashier.ts'
import * as closing from '#contract/endpoints/closing.ts'
import * as clientReports from '#contract/endpoints/client-reports.ts'
import * as commands from '#contract/endpoints/commands.ts'
import * as desk from '#contract/endpoints/desk.ts'
import * as deskFrozen from '#contract/endpoints/desk-frozen.ts'
import * as deskRecovery from '#contract/endpoints/desk-recovery.ts'
import * as deskSession from '#contract/endpoints/desk-session.ts'
import * as deskSupport from '#contract/endpoints/desk-support.ts'
import * as frames from '#contract/endpoints/frames.ts'
import * as fund from '#contract/endpoints/fund.ts'
import * as guests from '#contract/endpoints/guests.ts'
import * as history from '#contract/endpoints/history.ts'
import * as identity from '#contract/endpoints/identity.ts'
import * as legal from '#contract/endpoints/legal.ts'
import * as limits from '#contract/endpoints/limits.ts'
import * as mail from '#contract/endpoints/mail.ts'
import * as market from '#contract/endpoints/market.ts'
import * as messages from '#contract/endpoints/messages.ts'
import * as news from '#contract/endpoints/news.ts'
import * as push from '#contract/endpoints/push.ts'
import * as publicRecords from '#contract/endpoints/public-records.ts'
import * as records from '#contract/endpoints/records.ts'
import * as recovery from '#contract/endpoints/recovery.ts'
import * as registration from '#contract/endpoints/registration.ts'
import * as security from '#contract/endpoints/security.ts'
import * as sharing from '#contract/endpoints/sharing.ts'
import * as signing from '#contract/endpoints/signing.ts'
import * as statistics from '#contract/endpoints/statistics.ts'
import * as support from '#contract/endpoints/support.ts'
import * as trading from '#contract/endpoints/trading.ts'
import * as verification from '#contract/endpoints/verification.ts'

/** The modules of endpoint rows by area. docs/API.md lists the areas in this order. */
export const ENDPOINTS = {
  app,
  brand,
  legal,
  market,
  frames,
  history,
  trading,
  signing,
  sharing,
  guests,
  registration,
  identity,
  security,
  closing,
  recovery,
  verification,
  balance,
  cashier,
  commands,
  fund,
  limits,
  messages,
  news,
  alerts,
  push,
  mail,
  records,
  publicRecords,
  statistics,
  clientReports,
  support,
  deskSession,
  desk,
  deskSupport,
  deskFrozen,
  deskRecovery,
  announcements,
} as const
