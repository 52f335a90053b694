/**
 * PostgreSQL as a child process of the server. The cluster is created at the first start, and stops with the server.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { isAlive } from '#server/platform/db/data-lock.ts'
import {
  clusterFolder,
  findPrograms,
  type Programs,
  type RunAs,
  runAs,
} from '#server/platform/db/embedded-binaries.ts'
import { programFault } from '#server/platform/start-refused.ts'

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  /** The connection URL of the cluster's owner for a database. It reads the password, which the server never does. */
  url(database: string): string
  readonly folder: string
  readonly port: number
  readonly pid: number
  stop(): Promise<void>
}

/** Settings that archive the WAL to a folder, at least once a minute. Creates the folder. */
export function archiveSettings(folder: string): string[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { uid, gid } = runAs()
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  return [
    'archive_mode=on',
    'archive_library=basic_archive',
    `basic_archive.archive_directory=${folder}`,
    `archive_timeout=${ARCHIVE_TIMEOUT_S}`,
  ]
}

/** Options of the embedded PostgreSQL. */
export interface EmbeddedOptions {
  /** The server's data folder. The cluster is stored in its folder `pg`. */
  dataFolder: string
  /** Further `name=value` settings of PostgreSQL. */
  settings?: readonly string[]
  onLog?: (line: string) => void
  /** Called with the signal or the exit code, in words, when the database ends without `stop`. */
  onExit?: (how: string) => void
}

const OWNER = 'fairtick_owner'
/** PostgreSQL writes a line every ten seconds while it recovers, so one that is silent for so long hangs. */
const START_SILENCE_MS = 120_000
const STOP_TIMEOUT_MS = 30_000
const QUIT_TIMEOUT_MS = 90_000
const POLL_MS = 50
/** A segment that is not full is archived after this long. */
const ARCHIVE_TIMEOUT_S = 60
const LAUNCH_ATTEMPTS = 20
const RELAUNCH_AFTER_MS = 250
const PASSING_FAULTS = /could not bind|pre-existing shared memory|postmaster\.pid" already exists/
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=50',
  'shared_buffers=128MB',
  'wal_level=replica',
  'max_wal_senders=0',
  'jit=off',
  'timezone=UTC',
  'log_timezone=UTC',
]

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function initialise(folder: string, passwordFile: string, programs: Programs, as: RunAs): void {
  // The folder of an interrupted first start has no version file, so it is removed and created again.
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
  if (as.uid !== undefined && as.gid !== undefined) {
    chownSync(folder, as.uid, as.gid)
    chownSync(passwordFile, as.uid, as.gid)
  }
  const flags = [`--pgdata=${folder}`, `--username=${OWNER}`, `--pwfile=${passwordFile}`]
  const fixed = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--data-checksums']
  const made = spawnSync(programs.initdb, [...flags, ...fixed], { ...as, cwd: '/' })
  if (made.status !== 0) {
    const text = made.error?.message ?? made.stderr.toString().trim()
    throw programFault('The bundled PostgreSQL could not create its data in', folder, text)
  }
}

/** Stops the database that a killed process left running. The caller makes sure that no other process uses it. */
export async function stopOrphan(folder: string): Promise<void> {
  const file = join(folder, 'postmaster.pid')
  if (!existsSync(file)) return
  const [pid = '', dataFolder = ''] = readFileSync(file, 'utf8').split('\n')
  const number = Number.parseInt(pid, 10)
  if (!(number > 0) || dataFolder !== folder || !isAlive(number)) return
  if (process.platform === 'linux') {
    const command = readFileSync(`/proc/${number}/cmdline`, 'utf8')
    if (!command.includes(folder)) return
  }
  for (const [signal, patienceMs] of [
    ['SIGINT', STOP_TIMEOUT_MS],
    // It ends at once then, and recovers from its log when it is started.
    ['SIGQUIT', QUIT_TIMEOUT_MS],
  ] as const) {
    if (!isAlive(number)) return
    process.kill(number, signal)
    for (let waited = 0; isAlive(number) && waited < patienceMs; waited += POLL_MS) {
      await pause(POLL_MS)
    }
  }
}

const passwordFileOf = (folder: string): string => join(dirname(folder), 'pg-password')

/** The connection URL of the owner of the running cluster in a folder. */
export function clusterUrl(
  { folder, port }: Pick<EmbeddedPostgres, 'folder' | 'port'>,
  database: string,
): string {
  const password = readFileSync(passwordFileOf(folder), 'utf8').trim()
  return `postgres://${OWNER}:${password}@127.0.0.1:${port}/${database}`
}

/** The URL of the cluster that another process runs on this data folder. Null if it does not accept connections yet. */
export function runningUrl(dataFolder: string, database: string): string | null {
  const folder = clusterFolder(dataFolder, runAs())
  const file = join(folder, 'postmaster.pid')
  if (!existsSync(file)) return null
  const [, , , port = '', , , , status = ''] = readFileSync(file, 'utf8').split('\n')
  if (status.trim() !== 'ready') return null
  return clusterUrl({ folder, port: Number(port) }, database)
}

interface Launch extends EmbeddedOptions {
  programs: Programs
  as: RunAs
  folder: string
  port: number
}

/** Starts PostgreSQL. Resolves when it accepts connections; rejects with the last lines of its log. */
async function launch(options: Launch): Promise<ChildProcess> {
  const settings = [...SETTINGS, ...(options.settings ?? [])].flatMap((each) => ['-c', each])
  const child = spawn(
    options.programs.postgres,
    ['-D', options.folder, '-p', String(options.port), ...settings],
    // Its own process group: Ctrl-C reaches only the server, which then stops the database last.
    { ...options.as, cwd: '/', detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const log: string[] = []
  await new Promise<void>((resolve, reject) => {
    const giveUp = (): void => {
      log.push(`It wrote nothing for ${START_SILENCE_MS / 1_000} s, and was stopped.`)
      child.kill('SIGQUIT')
    }
    const timer = setTimeout(giveUp, START_SILENCE_MS)
    const refuse = (): void => {
      clearTimeout(timer)
      reject(new Error(log.join('\n')))
    }
    let isReady = false
    child.once('exit', refuse)
    child.once('error', reject)
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (!isReady) timer.refresh()
      for (const line of text.split('\n').filter(Boolean)) {
        if (log.push(line) > 20) log.shift()
        options.onLog?.(line)
        if (!line.includes('ready to accept connections')) continue
        isReady = true
        clearTimeout(timer)
        child.off('exit', refuse)
        resolve()
      }
    })
  })
  return child
}

/** Retries, because another process may take the port, and processes of a killed database may still be ending. */
async function launchOnFreePort(options: Omit<Launch, 'port'>): Promise<[ChildProcess, number]> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort()
    try {
      return [await launch({ ...options, port }), port]
    } catch (error) {
      const passing = error instanceof Error && PASSING_FAULTS.test(error.message)
      if (!passing || attempt === LAUNCH_ATTEMPTS) {
        const text = error instanceof Error ? error.message : String(error)
        throw programFault(
          'The bundled PostgreSQL did not start on its data in',
          options.folder,
          text,
        )
      }
      await pause(RELAUNCH_AFTER_MS)
    }
  }
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  // A fast stop: open transactions roll back, committed data is flushed.
  child.kill('SIGINT')
  const timer = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS)
  await exited
  clearTimeout(timer)
}

/** Starts the embedded PostgreSQL. The caller holds the lock of the data folder (data-lock.ts). */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const as = runAs()
  const programs = findPrograms(as)
  const folder = clusterFolder(options.dataFolder, as)
  if (existsSync(join(folder, 'PG_VERSION'))) await stopOrphan(folder)
  else initialise(folder, passwordFileOf(folder), programs, as)
  const [child, port] = await launchOnFreePort({ ...options, programs, as, folder })
  let stopping = false
  child.once('exit', (code, signal) => {
    if (!stopping) options.onExit?.(signal ?? `exit code ${code}`)
  })
  const killWithUs = (): void => void child.kill('SIGINT')
  process.once('exit', killWithUs)
  return {
    url: (database) => clusterUrl({ folder, port }, database),
    folder,
    port,
    pid: child.pid ?? 0,
    stop: async () => {
      stopping = true
      process.off('exit', killWithUs)
      await stopChild(child)
    },
  }
}
