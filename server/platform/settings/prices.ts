/** Where prices come from, and the seeds of the simulated ones. */
import { z } from 'zod'
import { isRelay } from '#server/platform/settings/addresses.ts'
import { onOff, optional, path, positive, type Settings } from '#server/platform/settings/forms.ts'

/** What an operator has to write to run live prices without practice money. */
export const LIVE_MONEY = 'We may offer orders for real money on the prices of these venues'

export const PRICES = {
  feed: {
    env: 'FEED',
    flag: 'feed',
    shows: 'simulated|replay|live',
    help: 'where prices come from',
    form: z
      .enum(['simulated', 'replay', 'live'], { error: 'must be simulated, replay or live' })
      .default('simulated'),
  },
  venues: {
    env: 'VENUES',
    flag: 'venues',
    shows: 'file',
    help: 'JSON: the venues of live prices and their addresses (those that need no decision of yours)',
    form: path,
  },
  closings: {
    env: 'CLOSINGS',
    flag: 'closings',
    shows: 'file',
    help: 'JSON: closings of the contracts, which npm run holidays writes (<DATA_DIR>.closings.json)',
    form: path,
  },
  dealer: {
    env: 'LIVE_DEALER',
    shows: 'oanda',
    help: 'offer currencies and gold on the quotes of this dealer, with --feed live (none)',
    form: optional(z.enum(['oanda'], { error: 'must be oanda' })),
  },
  dealerToken: {
    env: 'LIVE_DEALER_TOKEN',
    shows: 'text',
    help: 'your personal access token at the dealer; it is never logged',
    form: optional(
      z.string().regex(/^[A-Za-z0-9._-]{16,200}$/, {
        error: 'must have 16 to 200 letters, digits, dots, hyphens and underscores',
      }),
    ),
  },
  dealerAccount: {
    env: 'LIVE_DEALER_ACCOUNT',
    shows: '000-000-0000000-000',
    help: 'your account at the dealer',
    form: optional(
      z
        .string()
        .regex(/^[A-Za-z0-9-]{3,40}$/, { error: 'must be an account such as 101-001-1234567-001' }),
    ),
  },
  dealerEnvironment: {
    env: 'LIVE_DEALER_ENVIRONMENT',
    shows: 'practice|live',
    help: 'which prices of the dealer: those of demo accounts, or of accounts with money (practice)',
    form: optional(z.enum(['practice', 'live'], { error: 'must be practice or live' })),
  },
  dealerTerms: {
    env: 'LIVE_DEALER_TERMS',
    shows: 'accepted',
    help: 'you have an agreement with the dealer that lets you show its prices and settle orders on them',
    form: optional(z.literal('accepted', { error: 'must be accepted' })),
  },
  coinbase: {
    env: 'COINBASE',
    flag: 'coinbase',
    switch: true,
    help: 'use Coinbase too: its terms restrict indexes and settlement, so you need its consent',
    form: onOff('off'),
  },
  okxPerpetual: {
    env: 'OKX_PERPETUAL',
    flag: 'okx-perpetual',
    switch: true,
    help: 'perpetual contracts of OKX: read its API agreement on data feeds first',
    form: onOff('off'),
  },
  bybitPerpetual: {
    env: 'BYBIT_PERPETUAL',
    flag: 'bybit-perpetual',
    switch: true,
    help: 'perpetual contracts of Bybit: read its terms on displaying prices first',
    form: onOff('off'),
  },
  bitgetPerpetual: {
    env: 'BITGET_PERPETUAL',
    flag: 'bitget-perpetual',
    switch: true,
    help: 'perpetual contracts of Bitget: read its terms on displaying prices first',
    form: onOff('off'),
  },
  gatePerpetual: {
    env: 'GATE_PERPETUAL',
    flag: 'gate-perpetual',
    switch: true,
    help: 'perpetual contracts of Gate: read its user agreement on data first',
    form: onOff('off'),
  },
  binancePerpetual: {
    env: 'BINANCE_PERPETUAL',
    flag: 'binance-perpetual',
    switch: true,
    help: 'perpetual contracts of Binance: read its API terms on keyless data first',
    form: onOff('off'),
  },
  mexcPerpetual: {
    env: 'MEXC_PERPETUAL',
    flag: 'mexc-perpetual',
    switch: true,
    help: 'perpetual contracts of MEXC, beside three others: read its terms first',
    form: onOff('off'),
  },
  bitget: {
    env: 'BITGET',
    flag: 'bitget',
    switch: true,
    help: 'spot trades of Bitget: read its terms on displaying prices first',
    form: onOff('off'),
  },
  gate: {
    env: 'GATE',
    flag: 'gate',
    switch: true,
    help: 'spot trades of Gate: read its user agreement on data first',
    form: onOff('off'),
  },
  tetherGold: {
    env: 'TETHER_GOLD',
    flag: 'tether-gold',
    switch: true,
    help: 'offer XAUTUSDT live too: it may trade too seldom for a steady price',
    form: onOff('off'),
  },
  liveMoney: {
    env: 'LIVE_MONEY',
    shows: 'sentence',
    help: 'confirms live prices without practice money (OPERATIONS.md has the sentence)',
    form: optional(z.literal(LIVE_MONEY, { error: `must be the sentence "${LIVE_MONEY}"` })),
  },
  replayFolder: {
    env: 'REPLAY_DATA',
    flag: 'data',
    shows: 'folder',
    help: 'CSV files to replay',
    form: path,
  },
  speed: {
    env: 'SPEED',
    flag: 'speed',
    shows: 'n',
    help: 'how fast a replay plays (1)',
    form: positive.default(1),
  },
  loop: {
    env: 'LOOP',
    flag: 'loop',
    switch: true,
    help: 'begin a replay again at its end',
    form: onOff('off'),
  },
  tradeFastBars: {
    env: 'TRADE_FAST_BARS',
    flag: 'trade-fast-bars',
    switch: true,
    help: 'offer orders on bars at --speed above 1, whose prices can be foreseen',
    form: onOff('off'),
  },
  drand: {
    env: 'DRAND_URL',
    flag: 'drand',
    shows: 'https://…',
    help: 'a drand relay whose rounds seeds mix in (none)',
    form: optional(
      z
        .string()
        .transform((text) => text.replace(/\/+$/, ''))
        .refine(isRelay, { error: 'must be an address such as https://api.drand.sh' }),
    ),
  },
  drandBeacon: {
    env: 'DRAND_BEACON',
    shows: 'file',
    help: 'JSON: the beacon at that relay, as its /info says (quicknet)',
    form: path,
  },
  breakSeeds: {
    env: 'BREAK_SEEDS',
    flag: 'break-seeds',
    shows: 'reason',
    help: 'if the promised master seed is lost: says so in public and starts a new chain',
    form: optional(
      z.string().regex(/^[A-Za-z0-9][A-Za-z0-9 ,.-]{0,99}$/, {
        error: 'must be a reason of up to 100 letters, digits, spaces, commas, dots and hyphens',
      }),
    ),
  },
  seed: {
    env: 'SEED',
    shows: '64 hex digits',
    help: 'fixes the simulated feed, for tests',
    form: optional(z.string().regex(/^[0-9a-f]{64}$/, { error: 'must be 64 hexadecimal digits' })),
  },
} as const satisfies Settings
