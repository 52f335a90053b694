/** A real server for a journey, which can be killed and started again, and whose database can be queried. */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { getAppInfo } from '#contract/endpoints/app.ts'
import * as office from '#server/desk/operator-office.ts'
import { createPasswordHasher } from '#server/identity/password-hasher.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { openVault } from '#server/platform/vault.ts'
import { freePort, type ProcessOptions, ServerProcess } from '#support/server-process.ts'
import { until } from '#support/until.ts'

/** After this long, a start hangs. */
const GIVE_UP_MS = 180_000

export interface RunningServer {
  url: string
  openingCode: string
  demo: { account: string; password: string }
  dataFolder: string
  /** On the command line, beside the running server. Returns the authenticator's secret, base 32. */
  addOperator(name: string, password: string): Promise<string>
  /** One query as the database's owner. */
  ask<Row extends object>(sql: string, params?: unknown[]): Promise<Row[]>
  /** SIGKILL: no chance to tidy up. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Also removes its data. */
  stop(): Promise<void>
}

export interface OpenedServer extends RunningServer {
  tell(line: string): void
  /** Stops it as an operator does; `start` continues with its data. */
  pause(): Promise<void>
  /** The end of what it printed since its last start. */
  output(): string
}

function databaseUrl(dataFolder: string): string {
  const lines = readFileSync(join(dataFolder, 'pg', 'postmaster.pid'), 'utf8').split('\n')
  const password = readFileSync(join(dataFolder, 'pg-password'), 'utf8').trim()
  return `postgres://fairtick_owner:${password}@127.0.0.1:${lines[3]}/fairtick`
}

async function ask<Row extends object>(url: string, sql: string, params: unknown[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql, params)).rows
  } finally {
    await client.end()
  }
}

const found = (text: string, pattern: RegExp): string => {
  const [, value] = pattern.exec(text) ?? []
  if (value === undefined) throw new Error(`no ${String(pattern)} in:\n${text}`)
  return value
}

/** Dated by the server's clock, which is not that of this machine: checkpoints tell when each act must have been. */
async function addOperator(
  dataFolder: string,
  operator: { name: string; password: string; atMs: number },
): Promise<string> {
  const owner = openDatabase(databaseUrl(dataFolder), { connections: 1 })
  try {
    const [hasher, vault] = await Promise.all([createPasswordHasher(), openVault(dataFolder)])
    const made = await office.addOperator(owner, { hasher, vault }, operator)
    if ('fault' in made) throw new Error(made.fault)
    return made.secret
  } finally {
    await owner.close()
  }
}

/** The server's time, ms. */
export async function timeOf({ url }: Pick<RunningServer, 'url'>): Promise<number> {
  const reply = await fetch(`${url}/api/app-info`)
  return getAppInfo.reply.parse(await reply.json()).serverTime
}

export interface ServerWish extends Pick<ProcessOptions, 'env' | 'main'> {
  /** The first line on the standard input of each of its processes. */
  firstLine?(): string
}

/** With its data in a new folder. */
export async function openServer({ firstLine, ...options }: ServerWish): Promise<OpenedServer> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'fairtick-e2e-'))
  // As root the database runs as another user, who must get in.
  chmodSync(dataFolder, 0o755)
  const server = new ServerProcess(dataFolder, await freePort(), options)
  const start = async (): Promise<void> => {
    server.start()
    if (firstLine !== undefined) server.tell(firstLine())
    // Venues of a test follow this server's clock, so live prices come only after it is up.
    if (options.env?.['FEED'] !== 'live') await server.ready()
    // The greeting comes after the first users exist.
    await until('the greeting', () => /Stop +Ctrl-C/.test(server.output), GIVE_UP_MS)
  }
  await start()
  return {
    url: server.url,
    dataFolder,
    openingCode: found(server.output, /opening code (\w{10})/),
    demo: {
      account: found(server.output, /Log in as +(\w+)/),
      password: found(server.output, / {3}password (\S+)/),
    },
    addOperator: async (name, password) =>
      addOperator(dataFolder, { name, password, atMs: await timeOf(server) }),
    ask: (sql, params = []) => ask(databaseUrl(dataFolder), sql, params),
    tell: (line) => server.tell(line),
    pause: () => server.stop(),
    output: () => server.output,
    kill: () => server.kill('SIGKILL'),
    start,
    stop: async () => {
      await server.stop()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}
