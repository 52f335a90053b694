/** A real server for a journey: it can be killed, started again, and its database asked. */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort, ServerProcess } from '#support/server-process.ts'
import { until } from '#support/until.ts'

const READY_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 30_000

export interface RunningServer {
  url: string
  openingCode: string
  demo: { account: string; password: string }
  dataFolder: string
  /** One query as the database's owner. */
  ask<Row extends object>(sql: string, params?: unknown[]): Promise<Row[]>
  /** SIGKILL: no chance to tidy up. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Also removes its data. */
  stop(): Promise<void>
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

/** Its data stands in a new folder. */
export async function startServer(flags: readonly string[] = []): Promise<RunningServer> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'fairtick-e2e-'))
  // As root the database runs as another user, who must get in.
  chmodSync(dataFolder, 0o755)
  const server = new ServerProcess(dataFolder, await freePort(), flags)
  const start = async (): Promise<void> => {
    server.start()
    await server.ready(READY_TIMEOUT_MS)
    // The greeting comes after the first users exist.
    await until('the greeting', () => /Stop +Ctrl-C/.test(server.output), READY_TIMEOUT_MS)
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
    ask: (sql, params = []) => ask(databaseUrl(dataFolder), sql, params),
    kill: () => server.kill('SIGKILL'),
    start,
    stop: async () => {
      await server.stop(STOP_TIMEOUT_MS)
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}
