/**
 * `npm run operator -- add|enrol|admit|disable NAME`, `list`: manages who may log in at the desk. Takes the same flags
 * as `npm start`.
 */
import { mkdir } from 'node:fs/promises'
import { encodeQR } from 'qr'
import {
  addOperator,
  admitOperator,
  endOperator,
  type Enrolment,
  enrolOperator,
  nameFault,
  passwordFault,
} from '#server/desk/operator-office.ts'
import { allOperators } from '#server/desk/operator-store.ts'
import { createPasswordHasher } from '#server/identity/password-hasher.ts'
import { refuseListed } from '#server/identity/password-rules.ts'
import { type Config, ConfigFaults, readConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openOwner } from '#server/platform/db/owner-database.ts'
import { StartRefused } from '#server/platform/start-refused.ts'
import { openVaultOf } from '#server/platform/vault.ts'
import { askHidden, pipedLine } from './ask.ts'
import './settings.mjs'

const USAGE = `npm run operator -- add NAME       asks for a password, or reads it from standard input, and
                                   prints the secret for an authenticator app
npm run operator -- enrol NAME     a new secret for an operator without one, or who lost it: ends
                                   the old one, all passkeys and all sessions
npm run operator -- admit NAME IP  lets an operator try from this address while somebody keeps
                                   guessing at the name
npm run operator -- disable NAME   ends all sessions of an operator
npm run operator -- list           who may log in at the desk
Flags and environment as for npm start: the same --data-dir or DATABASE_URL finds the same data.
The desk is at /desk.html of the running server.`

interface Place {
  owner: Database
  config: Config
  /** By the database's clock: that of this machine may be wrong, and the log's dates are in public checkpoints. */
  atMs: number
}

async function timeOf(owner: Database): Promise<number> {
  const [row] = await owner.query<{ now: number }>(
    'select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now',
  )
  return row?.now ?? Date.now()
}

/** The vault with the keys of the running server, which must be able to decrypt what is encrypted here. */
async function vaultOf({ owner, config: { dataFolder } }: Omit<Place, 'atMs'>) {
  await mkdir(dataFolder, { recursive: true })
  return openVaultOf(owner, dataFolder)
}

const out = (text: string): void => void process.stdout.write(`${text}\n`)

async function newPassword(name: string): Promise<string> {
  if (!process.stdin.isTTY) return pipedLine()
  for (;;) {
    const password = await askHidden(`Password for ${name}: `)
    const fault = passwordFault(name, password)
    if (fault !== null) out(fault)
    else if ((await askHidden('The same again: ')) === password) return password
    else out('The two differ.')
  }
}

async function list({ owner }: Place): Promise<null> {
  const rows = await allOperators(owner)
  for (const { name, created_at, disabled_at, enrolled } of rows) {
    const since = new Date(Number(created_at)).toISOString()
    const note = disabled_at !== null ? '   disabled' : enrolled ? '' : '   needs enrol'
    out(`${name.padEnd(32)} since ${since}${note}`)
  }
  if (rows.length === 0) out('Nobody yet: npm run operator -- add NAME')
  return null
}

/** This is the only time that the secret is shown. */
function handOver(name: string, enrolment: Enrolment): string | null {
  if ('fault' in enrolment) return enrolment.fault
  const { secret, uri } = enrolment
  out(`${name} logs in at /desk.html with the password and a code of an authenticator app.`)
  out(
    `Add this to the app now. It is not shown again; npm run operator -- enrol ${name} replaces it.`,
  )
  if (process.stdout.isTTY) out(encodeQR(uri, 'term'))
  out(`  address  ${uri}`)
  out(`  secret   ${secret}`)
  return null
}

async function add(
  { owner, config, atMs }: Place,
  name: string,
  password: string,
): Promise<string | null> {
  const hasher = await createPasswordHasher()
  const vault = await vaultOf({ owner, config })
  const operator = { name, password, atMs }
  return handOver(name, await addOperator(owner, { hasher, vault }, operator))
}

async function enrol({ owner, config, atMs }: Place, name: string): Promise<string | null> {
  const vault = await vaultOf({ owner, config })
  return handOver(name, await enrolOperator(owner, vault, { name, atMs }))
}

async function admit(
  { owner, atMs }: Place,
  name: string,
  address: string,
): Promise<string | null> {
  const fault = await admitOperator(owner, { name, address, atMs })
  if (fault === null) out(`${name} has attempts of their own from ${address} for 90 days.`)
  return fault
}

async function disable({ owner, atMs }: Place, name: string): Promise<string | null> {
  const fault = await endOperator(owner, name, atMs)
  if (fault === null) out(`${name} may log in no more, and is logged out everywhere.`)
  return fault
}

type Work = (place: Place) => Promise<string | null>

/** The number of arguments that each command takes after its name. */
const WORDS: Readonly<Record<string, number>> = { add: 1, enrol: 1, admit: 2, disable: 1, list: 0 }

/** Asks for the password before connecting to the database, so that no connection is held while the operator types. */
async function workOf(command: string, [name = '', address = '']: string[]): Promise<Work> {
  if (command === 'list') return list
  const fault = nameFault(name)
  if (fault !== null) throw new StartRefused(fault)
  if (command === 'disable') return (place) => disable(place, name)
  if (command === 'enrol') return (place) => enrol(place, name)
  if (command === 'admit') return (place) => admit(place, name, address)
  const password = await newPassword(name)
  return (place) => add(place, name, password)
}

async function main(): Promise<string | null> {
  const [command = '', ...rest] = process.argv.slice(2)
  const words = WORDS[command]
  if (words === undefined) return USAGE
  const config = readConfig(rest.slice(words), process.env, process.cwd())
  if (config.passwordList !== null) await refuseListed(config.passwordList)
  const work = await workOf(command, rest.slice(0, words))
  const owner = await openOwner(config)
  try {
    return await work({ owner, config, atMs: await timeOf(owner) })
  } finally {
    await owner.close()
  }
}

function faultOf(error: unknown): string {
  if (error instanceof ConfigFaults) return error.faults.join('\n')
  if (error instanceof StartRefused) return error.message
  throw error
}

const fault = await main().catch(faultOf)
if (fault !== null) {
  process.stderr.write(`${fault}\n`)
  process.exitCode = 1
}
