/** The server's configuration. Flags override the environment, and all faults are reported at once in plain words. */
import { resolve, sep } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { z } from 'zod'
import { conflicts } from '#server/platform/settings/conflicts.ts'
import { path, type Setting } from '#server/platform/settings/forms.ts'
import { PREPARED } from '#server/platform/settings/storage.ts'
import {
  type Given,
  type SettingName,
  SETTING_NAMES,
  SETTINGS,
} from '#server/platform/settings/settings.ts'

/** The operator's access to a dealer. The token is behind a function, so that nothing prints it with its object. */
interface DealerSettings {
  name: 'oanda'
  account: string
  environment: 'practice' | 'live'
  token: () => string
}

/** The configuration: the settings, but what is checked only or read in another form. Paths are absolute. */
export interface Config
  extends Omit<
    Given,
    'dealer' | 'dealerToken' | 'dealerAccount' | 'dealerEnvironment' | 'dealerTerms' | 'liveMoney'
  > {
  /** The dealer whose quotes are prices. Null: there is none. */
  dealer: DealerSettings | null
  closings: string
  dataFolder: string
  deletedPhotos: string
  /** Always false outside practice mode. */
  practiceReviewer: boolean
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
  flags: Partial<Record<SettingName, string>>
  faults: string[]
} {
  const options: NonNullable<ParseArgsConfig['options']> = {}
  const nameOf = new Map<string, SettingName>()
  for (const name of SETTING_NAMES) {
    const setting: Setting = SETTINGS[name]
    if (setting.flag === undefined) continue
    options[setting.flag] = { type: setting.switch ? 'boolean' : 'string' }
    nameOf.set(setting.flag, name)
  }
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, tokens: true })
  const flags: Partial<Record<SettingName, string>> = {}
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
function label(name: SettingName, flags: Partial<Record<SettingName, string>>): string {
  const setting: Setting = SETTINGS[name]
  return name in flags ? `--${setting.flag}` : setting.env
}

/** Parses each setting by itself. */
const form = z.object(
  Object.fromEntries(SETTING_NAMES.map((name) => [name, SETTINGS[name].form])) as {
    [N in SettingName]: (typeof SETTINGS)[N]['form']
  },
)

/** The paths among the settings, made absolute. */
function absolute(given: Given, cwd: string): Given {
  const paths = SETTING_NAMES.flatMap((name) => {
    const value = given[name]
    return SETTINGS[name].form === path && typeof value === 'string'
      ? [[name, resolve(cwd, value)]]
      : []
  })
  return { ...given, ...Object.fromEntries(paths) }
}

/** The name in the public address, so that it need not be set twice. */
const publicHosts = ({ publicAddress }: Given): string[] =>
  publicAddress === null ? [] : [new URL(publicAddress).hostname]

function dealerOf(given: Given): DealerSettings | null {
  const { dealer: name, dealerToken, dealerAccount: account } = given
  if (name === null || dealerToken === null || account === null) return null
  const environment = given.dealerEnvironment ?? 'practice'
  return { name, account, environment, token: () => dealerToken }
}

/** Reads the configuration from flags and environment. Relative paths start at `cwd`. Throws `ConfigFaults`. */
export function readConfig(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): Config {
  const { flags, faults } = flagsOf(argv)
  const texts = SETTING_NAMES.map((name) => [
    name,
    flags[name] ?? (env[SETTINGS[name].env] || undefined),
  ])
  const result = form.safeParse(Object.fromEntries(texts))
  if (!result.success) {
    for (const issue of result.error.issues) {
      const name = SETTING_NAMES.find((each) => each === issue.path[0])
      if (name !== undefined) faults.push(`${label(name, flags)} ${issue.message}`)
    }
  } else faults.push(...conflicts(result.data, result.data.databaseUrl !== null || PREPARED in env))
  if (faults.length > 0 || !result.success) throw new ConfigFaults(faults)
  const given = absolute(result.data, cwd)
  const dataFolder = given.dataFolder ?? resolve(cwd, `.data/${given.feed}`)
  const deletedPhotos = given.deletedPhotos ?? `${dataFolder}.deleted`
  if (`${deletedPhotos}${sep}`.startsWith(`${dataFolder}${sep}`)) {
    throw new ConfigFaults([`${label('deletedPhotos', flags)} must be outside of the data folder`])
  }
  const {
    liveMoney: _sentence,
    dealerToken: _token,
    dealerAccount: _account,
    dealerEnvironment: _environment,
    dealerTerms: _terms,
    ...plain
  } = given
  return {
    ...plain,
    dataFolder,
    deletedPhotos,
    closings: given.closings ?? `${dataFolder}.closings.json`,
    dealer: dealerOf(given),
    allowedHosts: [...given.allowedHosts, ...publicHosts(given), ...given.deskHosts],
    practiceReviewer: given.practiceReviewer ?? given.practice,
    guestsMax: given.practice ? given.guestsMax : 0,
  }
}
