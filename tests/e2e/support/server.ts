/** A real server as a process of its own, so that a journey can kill it, start it again and ask its database. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const READY_TIMEOUT_MS = 60_000

export interface DemoUser {
  account: string
  password: string
}
export interface RunningServer {
  url: string
  openingCode: string
  demo: DemoUser
  dataFolder: string
  /** One query as the database's owner. */
  ask<Row extends object>(sql: string, params?: unknown[]): Promise<Row[]>
  /** SIGKILL: no chance to tidy up. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Ready and greeted: the greeting comes after the first users exist. */
async function untilReady(url: string, child: ChildProcess, greeted: () => boolean) {
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server stopped with ${child.exitCode}`)
    const ready = await fetch(`${url}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    )
    if (ready && greeted()) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('the server was not ready in time')
}

const gone = (child: ChildProcess): Promise<unknown> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((done) => child.once('exit', done))

/** Its data stands in a new folder, removed by `stop`. */
export async function startServer(flags: readonly string[] = []): Promise<RunningServer> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'fairtick-e2e-'))
  // As root the database runs as another user, who must get in.
  chmodSync(dataFolder, 0o755)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let printed = ''

  const start = async (): Promise<void> => {
    printed = ''
    child = spawn(
      'node',
      ['server/main.ts', '--port', String(port), '--data-dir', dataFolder, ...flags],
      {
        cwd: ROOT,
        env: { ...process.env, LOG_LEVEL: 'warn', RATE_FACTOR: '1000' },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    child.stdout?.on('data', (text) => (printed += String(text)))
    child.stderr?.on('data', (text) => process.stderr.write(String(text)))
    await untilReady(url, child, () => printed.includes('Fairtick is ready'))
  }
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    if (child === undefined) return
    child.kill(signal)
    await gone(child)
  }
  await start()

  const databaseUrl = (): string => {
    const lines = readFileSync(join(dataFolder, 'pg', 'postmaster.pid'), 'utf8').split('\n')
    const password = readFileSync(join(dataFolder, 'pg-password'), 'utf8').trim()
    return `postgres://fairtick_owner:${password}@127.0.0.1:${lines[3]}/fairtick`
  }
  return {
    url,
    dataFolder,
    openingCode: /opening code ([0-9A-HJKMNP-TV-Z]{10})/.exec(printed)?.[1] ?? '',
    demo: JSON.parse(readFileSync(join(dataFolder, 'demo-user.json'), 'utf8')) as DemoUser,
    ask: async <Row extends object>(sql: string, params: unknown[] = []) => {
      const client = new pg.Client({ connectionString: databaseUrl() })
      await client.connect()
      try {
        return (await client.query<Row>(sql, params)).rows
      } finally {
        await client.end()
      }
    },
    kill: () => end('SIGKILL'),
    start,
    stop: async () => {
      await end('SIGTERM')
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}
