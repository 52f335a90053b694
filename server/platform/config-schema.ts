/** The form of each setting by itself. */
import { z } from 'zod'
import { PICTURE_DAYS } from '#contract/verification.ts'
import { TICK_DAYS } from '#contract/retention.ts'
import { mailAddress } from '#contract/mail.ts'
import { parseAmount } from '#rules/amounts.ts'
import {
  isAddress,
  isGuarded,
  isHostName,
  isMailServer,
  isOrigin,
  isOwnMachine,
  isPostgres,
  isRelay,
  SSL_MODES,
} from '#server/platform/setting-checks.ts'
import {
  contact,
  list,
  onOff,
  onOffWord,
  positive,
  wholeNumber,
} from '#server/platform/setting-values.ts'

/** What an operator has to write to run live prices without practice money. */
export const LIVE_MONEY = 'We may offer orders for real money on the prices of these venues'

/** A setting that is missing has its default, or is undefined. */
export const schema = z.object({
  feed: z
    .enum(['simulated', 'replay', 'live'], { error: 'must be simulated, replay or live' })
    .default('simulated'),
  venues: z.string().optional(),
  closings: z.string().optional(),
  dealer: z.enum(['oanda'], { error: 'must be oanda' }).optional(),
  dealerToken: z
    .string()
    .regex(/^[A-Za-z0-9._-]{16,200}$/, {
      error: 'must have 16 to 200 letters, digits, dots, hyphens and underscores',
    })
    .optional(),
  dealerAccount: z
    .string()
    .regex(/^[A-Za-z0-9-]{3,40}$/, { error: 'must be an account such as 101-001-1234567-001' })
    .optional(),
  dealerEnvironment: z.enum(['practice', 'live'], { error: 'must be practice or live' }).optional(),
  dealerTerms: z.literal('accepted', { error: 'must be accepted' }).optional(),
  coinbase: onOff('off'),
  okxPerpetual: onOff('off'),
  bybitPerpetual: onOff('off'),
  bitgetPerpetual: onOff('off'),
  gatePerpetual: onOff('off'),
  binancePerpetual: onOff('off'),
  mexcPerpetual: onOff('off'),
  bitget: onOff('off'),
  gate: onOff('off'),
  tetherGold: onOff('off'),
  liveMoney: z.literal(LIVE_MONEY, { error: `must be the sentence "${LIVE_MONEY}"` }).optional(),
  replayFolder: z.string().optional(),
  speed: positive.default(1),
  loop: onOff('off'),
  tradeFastBars: onOff('off'),
  afterRestore: onOff('off'),
  host: z.string().default('127.0.0.1'),
  port: wholeNumber(0, 65_535).default(8460),
  dataFolder: z.string().optional(),
  deletedPhotos: z.string().optional(),
  archiveWal: z.string().optional(),
  databaseUrl: z
    .string()
    .refine(isPostgres, { error: 'must begin with postgres:// and name a database', abort: true })
    .refine((url) => isOwnMachine(url) || SSL_MODES.has(new URL(url).searchParams.get('sslmode')), {
      error:
        'names another machine: add ?sslmode=verify-full (or disable, on a line that nobody else can read)',
    })
    .optional(),
  databaseMax: wholeNumber(1, 1_000_000).optional(),
  logLevel: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be debug, info, warn, error or silent',
    })
    .default('info'),
  practice: onOff('on'),
  practiceReviewer: onOffWord.optional(),
  supportContact: contact('mailto:', 'tel:', 'https://').optional(),
  securityContact: contact('mailto:', 'https://').optional(),
  guestsMax: wholeNumber(0, 1_000_000).default(5_000),
  cashierMethods: z.string().optional(),
  secondOperatorAbove: z
    .string()
    .transform(parseAmount)
    .refine((minor) => minor !== null, { error: 'must be an amount such as 5000.00' })
    .transform((minor) => minor ?? 0n)
    .default(500_000n),
  publicAddress: z
    .string()
    .refine(isOrigin, { error: 'must be an address such as https://app.example, without a path' })
    .optional(),
  allowedOrigins: list
    .refine((all) => all.every(isOrigin), {
      error: 'must be origins such as https://app.example, separated by commas',
    })
    .default([]),
  pushServices: list
    .refine((all) => all.every(isOrigin), {
      error: 'must be origins such as https://push.example, separated by commas',
    })
    .default([]),
  pushContact: contact('mailto:', 'https://').default('mailto:push@fairtick.example'),
  allowedHosts: list
    .refine((all) => all.every(isHostName), {
      error: 'must be names such as app.example, without port, separated by commas',
    })
    .default([]),
  deskHosts: list
    .refine((all) => all.every(isHostName), {
      error: 'must be names such as desk.example, without port, separated by commas',
    })
    .default([]),
  passwordList: z.string().optional(),
  secureCookies: onOff('off'),
  trustProxy: list
    .refine((all) => all.every(isAddress), {
      error: 'must be addresses or networks such as 10.0.0.0/8, separated by commas',
    })
    .default([]),
  metricsToken: z
    .string()
    .regex(/^[A-Za-z0-9._~+/=-]{32,200}$/, {
      error: 'must have 32 to 200 characters that a token may have: letters, digits and ._~+/=-',
    })
    .optional(),
  smtpUrl: z
    .string()
    .refine(isMailServer, {
      error: 'must be an address such as smtps://user:password@mail.example:465',
    })
    .optional(),
  mailFrom: z
    .string()
    .refine((text) => mailAddress.safeParse(text).success, {
      error: 'must be an address such as notices@app.example',
    })
    .optional(),
  webhookUrl: z
    .string()
    .refine((url) => isGuarded(url, { secure: 'https:', plain: 'http:' }), {
      error: 'must begin with https:// and name no user, or be on this machine',
    })
    .optional(),
  webhookSecret: z
    .string()
    .regex(/^[\x21-\x7e]{32,200}$/, { error: 'must have 32 to 200 characters without spaces' })
    .optional(),
  drand: z
    .string()
    .transform((text) => text.replace(/\/+$/, ''))
    .refine(isRelay, { error: 'must be an address such as https://api.drand.sh' })
    .optional(),
  drandBeacon: z.string().optional(),
  breakSeeds: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9 ,.-]{0,99}$/, {
      error: 'must be a reason of up to 100 letters, digits, spaces, commas, dots and hyphens',
    })
    .optional(),
  seed: z
    .string()
    .regex(/^[0-9a-f]{64}$/, { error: 'must be 64 hexadecimal digits' })
    .optional(),
  pictureDays: wholeNumber(1, 3_650).default(PICTURE_DAYS),
  tickDays: wholeNumber(2, 3_650).default(TICK_DAYS),
  rateFactor: wholeNumber(1, 100_000).default(1),
})

/** The settings as they were given, each by itself. */
export type Parsed = z.output<typeof schema>
