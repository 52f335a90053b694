/** The server's configuration. Flags override the environment, and all faults are reported at once in plain words. */
import { resolve, sep } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { conflicts } from '#server/platform/config-conflicts.ts'
import { type Parsed, schema } from '#server/platform/config-schema.ts'
import { type Setting, SETTINGS } from '#server/platform/settings.ts'

type Name = keyof typeof SETTINGS
const NAMES = Object.keys(SETTINGS) as Name[]

/** The parsed configuration. config.ts and settings.ts list every setting. */
export interface Config
  extends Omit<
    Parsed,
    | 'replayFolder'
    | 'venues'
    | 'liveMoney'
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
    archiveWal: data.archiveWal === undefined ? null : resolve(cwd, data.archiveWal),
    databaseUrl: data.databaseUrl ?? null,
    databaseMax: data.databaseMax === undefined ? null : data.databaseMax * 1_000_000_000,
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
