/**
 * Two servers on one PostgreSQL, of which one stands by. How long does no server take orders when the other one is
 * killed, and when it is told to stop? Each takes over from the other in turn.
 */
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/platform/db/database.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { freePort, ServerProcess } from '#support/server-process.ts'
import { replayOf } from '#support/started-server.ts'
import { pause, until } from '#support/until.ts'
import { goal, machine, percentile, spread } from './support/figures.ts'
import { benchOptions, HANG_MS } from './support/options.ts'

const { smoke, full, pairs } = benchOptions()
const ROUNDS = smoke ? 1 : full ? 50 : pairs
const LOOK_MS = 10
const MAX_CRASH_MS = 5_000
const KEYS = ['signing-key.pem', 'vault-key']

const folder = mkdtempSync(join(tmpdir(), 'fairtick-takeover-'))
// The database runs as another user if this runs as root.
chmodSync(folder, 0o755)
const postgres = await startEmbedded({ dataFolder: folder })
const admin = openDatabase(postgres.url('postgres'), { connections: 1 })
await admin.query("create role takeover login createrole password 'plain'")
await admin.query('create database takeover owner takeover')
await admin.close()
const { host } = new URL(postgres.url('takeover'))
const env = {
  DATABASE_URL: `postgres://takeover:plain@${host}/takeover`,
  STANDBY: 'on',
  ...replayOf(folder),
}
const folders = [join(folder, 'a'), join(folder, 'b')] as const
const serverIn = async (at: string): Promise<ServerProcess> =>
  new ServerProcess(at, await freePort(), { env })
const servers = [await serverIn(folders[0]), await serverIn(folders[1])] as const

/** Starts a server, and waits until it stands by. */
async function standBy(server: ServerProcess): Promise<void> {
  server.start()
  await until('a server that stands by', async () => server.output.includes('stands by'), HANG_MS)
}

/** Ends the server that runs, and resolves with how long it took until the other one was ready, ms. */
async function takeover(running: ServerProcess, next: ServerProcess, signal: NodeJS.Signals) {
  const endedAt = performance.now()
  const ended = running.kill(signal)
  for (;;) {
    const answer = await fetch(`${next.url}/readyz`).catch(() => null)
    if (answer?.status === 200) break
    if (!next.alive || performance.now() - endedAt > HANG_MS)
      throw new Error(`no server took over:\n${next.output}`)
    await pause(LOOK_MS)
  }
  const tookMs = performance.now() - endedAt
  await ended
  await standBy(running)
  return tookMs
}

machine()
try {
  servers[0].start()
  await servers[0].ready()
  mkdirSync(folders[1])
  for (const key of KEYS) copyFileSync(join(folders[0], key), join(folders[1], key))
  await standBy(servers[1])

  const crashes: number[] = []
  const stops: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    crashes.push(await takeover(servers[0], servers[1], 'SIGKILL'))
    stops.push(await takeover(servers[1], servers[0], 'SIGTERM'))
  }
  spread('takeover-after-crash', crashes, 'ms')
  const p99 = percentile(crashes, 0.99)
  goal('takeover-after-crash', p99 <= MAX_CRASH_MS, `p99 ${p99.toFixed(0)} of ${MAX_CRASH_MS} ms`)
  spread('takeover-after-stop', stops, 'ms')
} finally {
  for (const server of servers) await server.kill('SIGKILL')
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
