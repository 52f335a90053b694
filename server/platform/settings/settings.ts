/** Every setting of the server: its flag, its environment variable and its line in `--help`. */

/** How a setting is named and shown. */
export interface Setting {
  env: string
  /** Flag without its dashes. A setting without a flag can only be set in the environment. */
  flag?: string
  switch?: true
  shows: string
  help: string
}

/** Every setting, in the order of `--help`. */
export const SETTINGS = {
  feed: {
    env: 'FEED',
    flag: 'feed',
    shows: 'simulated|replay|live',
    help: 'where prices come from',
  },
  venues: {
    env: 'VENUES',
    flag: 'venues',
    shows: 'file',
    help: 'JSON: the venues of live prices and their addresses (those that need no decision of yours)',
  },
  closings: {
    env: 'CLOSINGS',
    flag: 'closings',
    shows: 'file',
    help: 'JSON: closings of the contracts, which npm run holidays writes (<DATA_DIR>.closings.json)',
  },
  dealer: {
    env: 'LIVE_DEALER',
    shows: 'oanda',
    help: 'offer currencies and gold on the quotes of this dealer, with --feed live (none)',
  },
  dealerToken: {
    env: 'LIVE_DEALER_TOKEN',
    shows: 'text',
    help: 'your personal access token at the dealer; it is never logged',
  },
  dealerAccount: {
    env: 'LIVE_DEALER_ACCOUNT',
    shows: '000-000-0000000-000',
    help: 'your account at the dealer',
  },
  dealerEnvironment: {
    env: 'LIVE_DEALER_ENVIRONMENT',
    shows: 'practice|live',
    help: 'which prices of the dealer: those of demo accounts, or of accounts with money (practice)',
  },
  dealerTerms: {
    env: 'LIVE_DEALER_TERMS',
    shows: 'accepted',
    help: 'you have an agreement with the dealer that lets you show its prices and settle orders on them',
  },
  coinbase: {
    env: 'COINBASE',
    flag: 'coinbase',
    switch: true,
    shows: '',
    help: 'use Coinbase too: its terms restrict indexes and settlement, so you need its consent',
  },
  okxPerpetual: {
    env: 'OKX_PERPETUAL',
    flag: 'okx-perpetual',
    switch: true,
    shows: '',
    help: 'perpetual contracts of OKX: read its API agreement on data feeds first',
  },
  bybitPerpetual: {
    env: 'BYBIT_PERPETUAL',
    flag: 'bybit-perpetual',
    switch: true,
    shows: '',
    help: 'perpetual contracts of Bybit: read its terms on displaying prices first',
  },
  bitgetPerpetual: {
    env: 'BITGET_PERPETUAL',
    flag: 'bitget-perpetual',
    switch: true,
    shows: '',
    help: 'perpetual contracts of Bitget: read its terms on displaying prices first',
  },
  gatePerpetual: {
    env: 'GATE_PERPETUAL',
    flag: 'gate-perpetual',
    switch: true,
    shows: '',
    help: 'perpetual contracts of Gate: read its user agreement on data first',
  },
  binancePerpetual: {
    env: 'BINANCE_PERPETUAL',
    flag: 'binance-perpetual',
    switch: true,
    shows: '',
    help: 'perpetual contracts of Binance: read its API terms on keyless data first',
  },
  mexcPerpetual: {
    env: 'MEXC_PERPETUAL',
    flag: 'mexc-perpetual',
    switch: true,
    shows: '',
    help: 'perpetual contracts of MEXC, beside three others: read its terms first',
  },
  bitget: {
    env: 'BITGET',
    flag: 'bitget',
    switch: true,
    shows: '',
    help: 'spot trades of Bitget: read its terms on displaying prices first',
  },
  gate: {
    env: 'GATE',
    flag: 'gate',
    switch: true,
    shows: '',
    help: 'spot trades of Gate: read its user agreement on data first',
  },
  tetherGold: {
    env: 'TETHER_GOLD',
    flag: 'tether-gold',
    switch: true,
    shows: '',
    help: 'offer XAUTUSDT live too: it may trade too seldom for a steady price',
  },
  liveMoney: {
    env: 'LIVE_MONEY',
    shows: 'sentence',
    help: 'confirms live prices without practice money (OPERATIONS.md has the sentence)',
  },
  replayFolder: { env: 'REPLAY_DATA', flag: 'data', shows: 'folder', help: 'CSV files to replay' },
  speed: { env: 'SPEED', flag: 'speed', shows: 'n', help: 'how fast a replay plays (1)' },
  loop: {
    env: 'LOOP',
    flag: 'loop',
    switch: true,
    shows: '',
    help: 'begin a replay again at its end',
  },
  tradeFastBars: {
    env: 'TRADE_FAST_BARS',
    flag: 'trade-fast-bars',
    switch: true,
    shows: '',
    help: 'offer orders on bars at --speed above 1, whose prices can be foreseen',
  },
  host: { env: 'HOST', flag: 'host', shows: 'address', help: 'where to listen (127.0.0.1)' },
  port: { env: 'PORT', flag: 'port', shows: 'n', help: 'where to listen (8460)' },
  dataFolder: {
    env: 'DATA_DIR',
    flag: 'data-dir',
    shows: 'folder',
    help: 'own data (.data/<feed>)',
  },
  deletedPhotos: {
    env: 'DELETED_PHOTOS',
    shows: 'file',
    help: 'which photos were deleted, outside of the data folder (<DATA_DIR>.deleted)',
  },
  archiveWal: {
    env: 'ARCHIVE_WAL',
    flag: 'archive-wal',
    shows: 'folder',
    help: 'archive the WAL of the embedded database, so that a backup can be restored to any moment',
  },
  databaseUrl: { env: 'DATABASE_URL', shows: 'postgres://…', help: 'use this PostgreSQL' },
  databaseMax: {
    env: 'DATABASE_MAX_GB',
    shows: 'n',
    help: 'how large the database at DATABASE_URL may become, for the warning of full storage (no limit)',
  },
  logLevel: { env: 'LOG_LEVEL', shows: 'level', help: 'debug, info, warn, error or silent (info)' },
  practice: { env: 'PRACTICE', shows: 'on|off', help: 'practice money and a demo user (on)' },
  practiceReviewer: {
    env: 'PRACTICE_REVIEWER',
    shows: 'on|off',
    help: 'answers by itself in practice mode (on)',
  },
  supportContact: {
    env: 'SUPPORT_CONTACT',
    shows: 'mailto:…',
    help: 'how users who cannot log in reach customer service: mailto:, tel: or https:// (none)',
  },
  securityContact: {
    env: 'SECURITY_CONTACT',
    shows: 'mailto:…',
    help: 'where people report a hole, for /.well-known/security.txt: mailto: or https:// (none)',
  },
  guestsMax: {
    env: 'GUESTS_MAX',
    shows: 'n',
    help: 'guests at a time, in practice mode only (5000; 0: none)',
  },
  cashierMethods: {
    env: 'CASHIER_METHODS',
    shows: 'file',
    help: 'JSON: ways to deposit, without practice mode',
  },
  secondOperatorAbove: {
    env: 'SECOND_OPERATOR_ABOVE',
    shows: 'amount',
    help: 'deposits and withdrawals above need two operators (5000.00)',
  },
  publicAddress: {
    env: 'PUBLIC_ADDRESS',
    shows: 'https://…',
    help: 'where people reach the app, for search engines and previews of links to it (none)',
  },
  allowedOrigins: { env: 'ALLOWED_ORIGINS', shows: 'https://…,…', help: 'pages served elsewhere' },
  allowedHosts: {
    env: 'ALLOWED_HOSTS',
    shows: 'name,…',
    help: 'names this server answers to, besides localhost and addresses',
  },
  deskHosts: {
    env: 'DESK_HOSTS',
    shows: 'name,…',
    help: 'names that serve the desk, and not the app (none: every name serves both)',
  },
  passwordList: {
    env: 'PASSWORD_LIST',
    shows: 'file',
    help: 'leaked passwords that nobody may choose, one per line',
  },
  secureCookies: { env: 'SECURE_COOKIES', shows: 'on|off', help: 'behind HTTPS (off)' },
  trustProxy: {
    env: 'TRUST_PROXY',
    shows: 'address,…',
    help: 'proxies whose X-Forwarded-For counts',
  },
  metricsToken: {
    env: 'METRICS_TOKEN',
    shows: 'text',
    help: 'what a caller of /metrics must send, as Authorization: Bearer … (none: only this machine may read it)',
  },
  pushServices: {
    env: 'PUSH_SERVICES',
    shows: 'origin,…',
    help: 'push services besides the browsers’ own, for tests',
  },
  pushContact: {
    env: 'PUSH_CONTACT',
    shows: 'mailto:…',
    help: 'whom push services may write to',
  },
  smtpUrl: {
    env: 'SMTP_URL',
    shows: 'smtps://user:password@host:port',
    help: 'the mail server that notices are sent by (none: no mail)',
  },
  mailFrom: { env: 'MAIL_FROM', shows: 'address', help: 'whom mail comes from' },
  webhookUrl: {
    env: 'WEBHOOK_URL',
    shows: 'https://…',
    help: 'where notices are posted to, for your own systems (nowhere)',
  },
  webhookSecret: {
    env: 'WEBHOOK_SECRET',
    shows: 'text',
    help: 'the key of the signatures of these posts, 32 to 200 characters',
  },
  drand: {
    env: 'DRAND_URL',
    flag: 'drand',
    shows: 'https://…',
    help: 'a drand relay whose rounds seeds mix in (none)',
  },
  drandBeacon: {
    env: 'DRAND_BEACON',
    shows: 'file',
    help: 'JSON: the beacon at that relay, as its /info says (quicknet)',
  },
  afterRestore: {
    env: 'AFTER_RESTORE',
    flag: 'after-restore',
    switch: true,
    shows: '',
    help: 'once, after an older copy of the data was put back: tells everyone what is lost',
  },
  breakSeeds: {
    env: 'BREAK_SEEDS',
    flag: 'break-seeds',
    shows: 'reason',
    help: 'if the promised master seed is lost: says so in public and starts a new chain',
  },
  seed: { env: 'SEED', shows: '64 hex digits', help: 'fixes the simulated feed, for tests' },
  pictureDays: {
    env: 'PICTURE_DAYS',
    shows: 'n',
    help: 'days that proofs and support pictures outlive their case (90)',
  },
  tickDays: {
    env: 'TICK_DAYS',
    shows: 'n',
    help: 'days of prices that stay in the database; older ones are in files (14)',
  },
  rateFactor: { env: 'RATE_FACTOR', shows: 'n', help: 'multiplies every rate limit (1)' },
} as const satisfies Record<string, Setting>
