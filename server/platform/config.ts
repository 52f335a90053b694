/** The server's configuration. Flags override the environment, and all faults are reported at once in plain words. */
import { resolve, sep } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { conflicts } from '#server/platform/config-conflicts.ts'
import { type Parsed, schema } from '#server/platform/config-schema.ts'
import { type Setting, SETTINGS } from '#server/platform/settings.ts'

type Name = keyof typeof SETTINGS
const NAMES = Object.keys(SETTINGS) as Name[]

/** The operator's access to a dealer. The token is behind a function, so that nothing prints it with its object. */
interface DealerSettings {
  name: 'oanda'
  account: string
  environment: 'practice' | 'live'
  token: () => string
}

/** The parsed configuration. config.ts and settings.ts list every setting. */
export interface Config
  extends Omit<
    Parsed,
    | 'replayFolder'
    | 'venues'
    | 'closings'
    | 'liveMoney'
    | 'dealer'
    | 'dealerToken'
    | 'dealerAccount'
    | 'dealerEnvironment'
    | 'dealerTerms'
    | 'dataFolder'
    | 'deletedPhotos'
    | 'archiveWal'
    | 'databaseUrl'
    | 'databaseMax'
    | 'seed'
    | 'drand'
    | 'drandBeacon'
    | 'breakSeeds'
    | 'practiceReviewer'
    | 'guestsMax'
    | 'supportContact'
    | 'securityContact'
    | 'publicAddress'
    | 'cashierMethods'
    | 'passwordList'
    | 'metricsToken'
    | 'smtpUrl'
    | 'mailFrom'
    | 'webhookUrl'
    | 'webhookSecret'
  > {
  /** Absolute path; null unless the feed is a replay. */
  replayFolder: string | null
  /** Absolute path of a file that names the venues of live prices. Null: the default ones. */
  venues: string | null
  /** Absolute path of the file of published closings, which may not exist. */
  closings: string
  /** The dealer whose quotes are prices. Null: there is none. */
  dealer: DealerSettings | null
  /** Absolute path. */
  dataFolder: string
  /** Absolute path of the file that lists deleted photos, outside the data folder. */
  deletedPhotos: string
  /** Absolute path of the folder to which the embedded database archives its WAL. Null: it does not. */
  archiveWal: string | null
  databaseUrl: string | null
  /** In bytes. Null: no limit is known. */
  databaseMax: number | null
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
  /** The origin of the app as the world knows it. Null: pages name no address of their own. */
  publicAddress: string | null
  /** Maximum number of guests. Always 0 outside practice mode. */
  guestsMax: number
  /** Absolute path. Null in practice mode, which shows examples, and where deposits are not offered. */
  cashierMethods: string | null
  /** Absolute path. Null means that only the built-in list applies. */
  passwordList: string | null
  /** What a caller of `/metrics` must know. Null: the caller must be on this machine. */
  metricsToken: string | null
  /** The mail server. Null: no mail is sent, and users see no setting of it. */
  smtpUrl: string | null
  /** Whom mail comes from. Set with `smtpUrl`. */
  mailFrom: string | null
  /** Where notices are posted to. Null: nowhere. */
  webhookUrl: string | null
  /** The key of the posts' signatures. Set with `webhookUrl`. */
  webhookSecret: string | null
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

/** The name in the public address, so that it need not be set twice. */
const publicHosts = ({ publicAddress }: Parsed): string[] =>
  publicAddress === undefined ? [] : [new URL(publicAddress).hostname]

/** Without what is checked only, or read in another form. */
function plainOf(parsed: Parsed) {
  const {
    liveMoney: _sentence,
    dealerToken: _token,
    dealerAccount: _account,
    dealerEnvironment: _environment,
    dealerTerms: _terms,
    ...plain
  } = parsed
  return plain
}

function dealerOf(parsed: Parsed): DealerSettings | null {
  const { dealer: name, dealerToken, dealerAccount: account } = parsed
  if (name === undefined || dealerToken === undefined || account === undefined) return null
  return {
    name,
    account,
    environment: parsed.dealerEnvironment ?? 'practice',
    token: () => dealerToken,
  }
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
  const data = plainOf(result.data)
  const dataFolder = resolve(cwd, data.dataFolder ?? `.data/${data.feed}`)
  const deletedPhotos = resolve(cwd, data.deletedPhotos ?? `${dataFolder}.deleted`)
  if (`${deletedPhotos}${sep}`.startsWith(`${dataFolder}${sep}`)) {
    throw new ConfigFaults([`${label('deletedPhotos', flags)} must be outside of the data folder`])
  }
  return {
    ...data,
    venues: data.venues === undefined ? null : resolve(cwd, data.venues),
    closings: resolve(cwd, data.closings ?? `${dataFolder}.closings.json`),
    dealer: dealerOf(result.data),
    allowedHosts: [...data.allowedHosts, ...publicHosts(data), ...data.deskHosts],
    publicAddress: data.publicAddress ?? null,
    passwordList: data.passwordList === undefined ? null : resolve(cwd, data.passwordList),
    replayFolder: data.replayFolder === undefined ? null : resolve(cwd, data.replayFolder),
    dataFolder,
    deletedPhotos,
    archiveWal: data.archiveWal === undefined ? null : resolve(cwd, data.archiveWal),
    databaseUrl: data.databaseUrl ?? null,
    databaseMax: data.databaseMax === undefined ? null : data.databaseMax * 1_000_000_000,
    metricsToken: data.metricsToken ?? null,
    smtpUrl: data.smtpUrl ?? null,
    mailFrom: data.mailFrom ?? null,
    webhookUrl: data.webhookUrl ?? null,
    webhookSecret: data.webhookSecret ?? null,
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
