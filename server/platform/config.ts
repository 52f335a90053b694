/** The server's configuration. Flags override the environment, and all faults are reported at once in plain words. */
import { resolve, sep } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { z } from 'zod'
import { PICTURE_DAYS } from '#contract/verification.ts'
import { parseAmount } from '#rules/amounts.ts'
import {
  isAddress,
  isHostName,
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
import { type Setting, SETTINGS } from '#server/platform/settings.ts'

type Name = keyof typeof SETTINGS
const NAMES = Object.keys(SETTINGS) as Name[]

/** What an operator has to write to run live prices without practice money. */
export const LIVE_MONEY = 'We may offer orders for real money on the prices of these venues'

const schema = z.object({
  feed: z
    .enum(['simulated', 'replay', 'live'], { error: 'must be simulated, replay or live' })
    .default('simulated'),
  venues: z.string().optional(),
  coinbase: onOff('off'),
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
  databaseUrl: z
    .string()
    .refine(isPostgres, { error: 'must begin with postgres:// and name a database', abort: true })
    .refine((url) => isOwnMachine(url) || SSL_MODES.has(new URL(url).searchParams.get('sslmode')), {
      error:
        'names another machine: add ?sslmode=verify-full (or disable, on a line that nobody else can read)',
    })
    .optional(),
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
  rateFactor: wholeNumber(1, 100_000).default(1),
})

type Parsed = z.output<typeof schema>
/** The parsed configuration. config.ts and settings.ts list every setting. */
export interface Config
  extends Omit<
    Parsed,
    | 'replayFolder'
    | 'venues'
    | 'liveMoney'
    | 'dataFolder'
    | 'deletedPhotos'
    | 'databaseUrl'
    | 'seed'
    | 'drand'
    | 'drandBeacon'
    | 'breakSeeds'
    | 'practiceReviewer'
    | 'guestsMax'
    | 'supportContact'
    | 'securityContact'
    | 'cashierMethods'
    | 'passwordList'
  > {
  /** Absolute path; null unless the feed is a replay. */
  replayFolder: string | null
  /** Absolute path of a file that names the venues of live prices. Null: the default ones. */
  venues: string | null
  /** Absolute path. */
  dataFolder: string
  /** Absolute path of the file that lists deleted photos, outside the data folder. */
  deletedPhotos: string
  databaseUrl: string | null
  seed: string | null
  /** The address of a relay of drand. Null: seeds mix in no public randomness. */
  drand: string | null
  /** Absolute path. Null means quicknet. */
  drandBeacon: string | null
  /** Null: a start with another master seed than the promised one is refused. */
  breakSeeds: string | null
  /** Always false outside practice mode. */
  practiceReviewer: boolean
  /** Where users who cannot log in reach customer service. Null: nowhere outside the app. */
  supportContact: string | null
  /** Where people report a hole. Null: the server has no `/.well-known/security.txt`. */
  securityContact: string | null
  /** Maximum number of guests. Always 0 outside practice mode. */
  guestsMax: number
  /** Absolute path. Null in practice mode, which shows examples, and where deposits are not offered. */
  cashierMethods: string | null
  /** Absolute path. Null means that only the built-in list applies. */
  passwordList: string | null
}

/** Thrown for an invalid configuration. The message has one fault per line. */
export class ConfigFaults extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

function flagsOf(argv: readonly string[]): {
  flags: Partial<Record<Name, string>>
  faults: string[]
} {
  const options: NonNullable<ParseArgsConfig['options']> = {}
  const nameOf = new Map<string, Name>()
  for (const name of NAMES) {
    const setting: Setting = SETTINGS[name]
    if (setting.flag === undefined) continue
    options[setting.flag] = { type: setting.switch ? 'boolean' : 'string' }
    nameOf.set(setting.flag, name)
  }
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, tokens: true })
  const flags: Partial<Record<Name, string>> = {}
  const faults: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') faults.push(`"${token.value}" is not understood`)
    if (token.kind !== 'option') continue
    const name = nameOf.get(token.name)
    const isSwitch = options[token.name]?.type === 'boolean'
    if (name === undefined) faults.push(`${token.rawName} is not a flag of this server`)
    else if (isSwitch) flags[name] = token.value ?? 'on'
    else if (token.value === undefined || token.value === '')
      faults.push(`${token.rawName} needs a value`)
    else flags[name] = token.value
  }
  return { flags, faults }
}

/** The name of a setting as the operator gave it: the flag, or else the environment variable. */
function label(name: Name, flags: Partial<Record<Name, string>>): string {
  const setting: Setting = SETTINGS[name]
  return name in flags ? `--${setting.flag}` : setting.env
}

function liveConflicts({ feed, practice, liveMoney, venues, coinbase }: Parsed): string[] {
  const isLive = feed === 'live'
  const faults: string[] = []
  if (!isLive && venues !== undefined) faults.push('--venues needs --feed live')
  if (!isLive && coinbase) faults.push('--coinbase needs --feed live')
  if (venues !== undefined && coinbase) faults.push('--coinbase: name it in the file of --venues')
  if (!isLive && liveMoney !== undefined) faults.push('LIVE_MONEY needs --feed live')
  if (isLive && !practice && liveMoney === undefined) {
    faults.push(`PRACTICE=off with --feed live needs LIVE_MONEY="${LIVE_MONEY}"`)
  }
  return faults
}

function conflicts(parsed: Parsed): string[] {
  const faults = liveConflicts(parsed)
  const replay = parsed.feed === 'replay'
  if (replay && parsed.replayFolder === undefined) {
    faults.push('--feed replay needs --data <folder of CSV files>')
  }
  if (!replay && parsed.replayFolder !== undefined) faults.push('--data needs --feed replay')
  if (!replay && parsed.speed !== 1) faults.push('--speed needs --feed replay')
  if (!replay && parsed.tradeFastBars) faults.push('--trade-fast-bars needs --feed replay')
  if (!replay && parsed.loop) faults.push('--loop needs --feed replay')
  if (parsed.feed !== 'simulated' && (parsed.drand ?? parsed.breakSeeds) !== undefined) {
    faults.push('--drand and --break-seeds need --feed simulated')
  }
  if (parsed.drandBeacon !== undefined && parsed.drand === undefined) {
    faults.push('DRAND_BEACON needs --drand <address of a relay>')
  }
  if (!parsed.practice && parsed.practiceReviewer === true) {
    faults.push(
      'PRACTICE_REVIEWER=on needs PRACTICE=on: nobody answers by rule where money is real',
    )
  }
  if (parsed.practice && parsed.cashierMethods !== undefined) {
    faults.push('CASHIER_METHODS needs PRACTICE=off: practice mode shows examples only')
  }
  return faults
}

/** Reads the configuration from flags and environment. Relative paths start at `cwd`. Throws `ConfigFaults`. */
export function readConfig(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): Config {
  const { flags, faults } = flagsOf(argv)
  const given = NAMES.map((name) => [name, flags[name] ?? (env[SETTINGS[name].env] || undefined)])
  const result = schema.safeParse(Object.fromEntries(given))
  if (!result.success) {
    for (const issue of result.error.issues) {
      const name = NAMES.find((each) => each === issue.path[0])
      if (name !== undefined) faults.push(`${label(name, flags)} ${issue.message}`)
    }
  } else faults.push(...conflicts(result.data))
  if (faults.length > 0 || !result.success) throw new ConfigFaults(faults)
  const { liveMoney: _, ...data } = result.data
  const dataFolder = resolve(cwd, data.dataFolder ?? `.data/${data.feed}`)
  const deletedPhotos = resolve(cwd, data.deletedPhotos ?? `${dataFolder}.deleted`)
  if (`${deletedPhotos}${sep}`.startsWith(`${dataFolder}${sep}`)) {
    throw new ConfigFaults([`${label('deletedPhotos', flags)} must be outside of the data folder`])
  }
  return {
    ...data,
    venues: data.venues === undefined ? null : resolve(cwd, data.venues),
    allowedHosts: [...data.allowedHosts, ...data.deskHosts],
    passwordList: data.passwordList === undefined ? null : resolve(cwd, data.passwordList),
    replayFolder: data.replayFolder === undefined ? null : resolve(cwd, data.replayFolder),
    dataFolder,
    deletedPhotos,
    databaseUrl: data.databaseUrl ?? null,
    seed: data.seed ?? null,
    drand: data.drand ?? null,
    drandBeacon: data.drandBeacon === undefined ? null : resolve(cwd, data.drandBeacon),
    breakSeeds: data.breakSeeds ?? null,
    practiceReviewer: data.practiceReviewer ?? data.practice,
    supportContact: data.supportContact ?? null,
    securityContact: data.securityContact ?? null,
    guestsMax: data.practice ? data.guestsMax : 0,
    cashierMethods: data.cashierMethods === undefined ? null : resolve(cwd, data.cashierMethods),
  }
}
