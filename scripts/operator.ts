/** `npm run operator -- add|disable NAME`, `list`: who may sit at the desk. With the flags that `npm start` takes. */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { addOperator, endOperator, nameFault, passwordFault } from '#server/desk/operator-office.ts'
import { allOperators } from '#server/desk/operator-store.ts'
import { createPasswordHasher } from '#server/identity/password-hasher.ts'
import { ConfigFaults, readConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import { createLogger } from '#server/platform/logging.ts'
import { openOwner } from '#server/platform/owner-database.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

const USAGE = `npm run operator -- add NAME       asks for a password, or reads it from standard input
npm run operator -- disable NAME   ends all sessions of an operator
npm run operator -- list           who may sit at the desk
Flags and environment as for npm start: the same --data-dir or DATABASE_URL finds the same data.
The desk is at /desk.html of the running server.`

const out = (text: string): void => void process.stdout.write(`${text}\n`)

/** Shows the question and nothing of the answer. */
async function askHidden(question: string): Promise<string> {
  process.stdout.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    const stopped = new Promise<never>((_, reject) => {
      lines.once('SIGINT', () => reject(new StartRefused('Nothing was changed.')))
    })
    return await Promise.race([lines.question(''), stopped])
  } finally {
    lines.close()
    out('')
  }
}

async function pipedLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}

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

async function list(owner: Database): Promise<null> {
  const rows = await allOperators(owner)
  for (const { name, created_at, disabled_at } of rows) {
    const since = new Date(Number(created_at)).toISOString()
    out(`${name.padEnd(32)} since ${since}${disabled_at === null ? '' : '   disabled'}`)
  }
  if (rows.length === 0) out('Nobody yet: npm run operator -- add NAME')
  return null
}

async function add(owner: Database, name: string, password: string): Promise<string | null> {
  const hasher = await createPasswordHasher()
  const fault = await addOperator(owner, hasher, { name, password, atMs: Date.now() })
  if (fault === null) out(`${name} may log in at /desk.html.`)
  return fault
}

async function disable(owner: Database, name: string): Promise<string | null> {
  const fault = await endOperator(owner, name, Date.now())
  if (fault === null) out(`${name} may log in no more, and is logged out everywhere.`)
  return fault
}

type Work = (owner: Database) => Promise<string | null>

/** The password before the database: nobody waits for a person who thinks. */
async function workOf(command: string, name: string): Promise<Work> {
  if (command === 'list') return list
  const fault = nameFault(name)
  if (fault !== null) throw new StartRefused(fault)
  if (command === 'disable') return (owner) => disable(owner, name)
  const password = await newPassword(name)
  return (owner) => add(owner, name, password)
}

async function main(): Promise<string | null> {
  const [command = '', ...rest] = process.argv.slice(2)
  const named = command === 'add' || command === 'disable'
  if (!named && command !== 'list') return USAGE
  const [name = '', ...flags] = named ? rest : ['', ...rest]
  const config = readConfig(flags, process.env, process.cwd())
  const work = await workOf(command, name)
  const owner = await openOwner(config, createLogger('silent'))
  try {
    return await work(owner)
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
