/** A real server whose disk is lost, with the commands that back it up and restore it, which a test may kill. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { withRunning } from '#support/killable-server.ts'
import { ServerProcess } from '#support/server-process.ts'
import { HANG_MS, pause, until } from '#support/until.ts'
import { COMPILE_CACHE } from '../../scripts/setup.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const MAIN = join(ROOT, 'tests/support/clocked-server.ts')
/** The processes of a killed database end within this time. If not, the deletion is tried more often. */
const DYING_MS = 500
const START_MS = 4 * HANG_MS

/** What became of a command. */
export interface Ran {
  /** Null if it was killed. */
  code: number | null
  output: string
  ms: number
}

/** When a command is killed: so long after its start, or after it has printed a line. */
export interface Kill {
  afterMs: number
  line?: string
}

/** What is restored. */
interface Restore {
  /** Another folder than that of the backups. */
  from?: string
  /** A moment of the database, ms. Without it, the newest one. */
  to?: number
  kill?: Kill
}

export class RestoreWorld {
  /** What survives: the backups, the archived WAL, and what users and the operator keep. */
  readonly folder = mkdtempSync(join(tmpdir(), 'fairtick-restored-'))
  /** What is lost. */
  readonly disk = join(this.folder, 'disk')
  readonly backups = join(this.folder, 'backups')
  readonly wal = join(this.folder, 'wal')
  readonly url: string
  readonly #port: number
  readonly #identityFile = join(this.folder, 'identity')
  #recipient = ''
  #data = ''
  #server: ServerProcess | undefined
  /** While the disk is lost, the time stands still, however long a restore takes. */
  #lostAt: number | null = null
  #ahead = Date.now() - performance.now()
  #keys = 0

  constructor(port: number) {
    this.#port = port
    this.url = `http://127.0.0.1:${port}`
    // As root the database runs as another user, who must be able to enter.
    chmodSync(this.folder, 0o755)
  }

  /** The time of the server, ms. It is ahead of the database's by what was played. */
  get now(): number {
    return Math.round((this.#lostAt ?? performance.now()) + this.#ahead)
  }
  get data(): string {
    return this.#data
  }
  get server(): ServerProcess {
    if (this.#server === undefined) throw new Error('no server')
    return this.#server
  }
  /** Sets the time. The server must not run. */
  itIs(ms: number): void {
    this.#ahead += ms - this.now
  }
  newKey(): string {
    this.#keys += 1
    return `${this.now}-${String(this.#keys).padStart(16, '0')}`
  }
  /** Makes the key of the backups. */
  async prepare(): Promise<void> {
    const identity = await generateIdentity()
    this.#recipient = await identityToRecipient(identity)
    writeFileSync(this.#identityFile, `${identity}\n`)
  }
  /** The path of a data folder on the disk. */
  at(name: string): string {
    return join(this.disk, name)
  }
  /** Makes the server of a data folder the one of this world. The former one must have ended. */
  use(name: string): void {
    mkdirSync(this.disk, { recursive: true, mode: 0o755 })
    this.#data = this.at(name)
    this.#server = new ServerProcess(this.#data, this.#port, {
      main: MAIN,
      flags: ['--archive-wal', this.wal],
      env: { PRACTICE_REVIEWER: 'off', TICK_DAYS: '2' },
    })
  }
  launch(flags: readonly string[] = []): void {
    if (this.#lostAt !== null) this.#ahead -= performance.now() - this.#lostAt
    this.#lostAt = null
    this.server.start(flags)
    this.server.tell(`to ${this.now}`)
  }
  async start(flags: readonly string[] = []): Promise<void> {
    this.launch(flags)
    await this.server.ready(START_MS)
  }
  /** Lets time pass quickly. */
  async play(ms: number): Promise<void> {
    const to = this.now + ms
    this.#ahead += ms
    this.server.tell(`play ${to}`)
    await until('time to pass', () => this.server.output.includes(`played to ${to}`), START_MS)
  }

  /** Runs a command of the repository. */
  async run(script: string, args: readonly string[], kill?: Kill): Promise<Ran> {
    const env = {
      PATH: process.env['PATH'] ?? '',
      ENV_FILE: '',
      LOG_LEVEL: 'warn',
      NODE_COMPILE_CACHE: COMPILE_CACHE,
    }
    const startedAt = performance.now()
    const child = spawn(process.execPath, [join(ROOT, 'scripts', script), ...args], { env })
    let output = ''
    let timer: NodeJS.Timeout | undefined
    const mayKill = (): void => {
      if (kill === undefined || !output.includes(kill.line ?? '')) return
      timer ??= setTimeout(() => child.kill('SIGKILL'), kill.afterMs)
    }
    mayKill()
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        mayKill()
      })
    }
    await once(child, 'exit')
    clearTimeout(timer)
    return { code: child.exitCode, output, ms: performance.now() - startedAt }
  }
  backup(kill?: Kill): Promise<Ran> {
    const args = [this.backups, '--recipient', this.#recipient, '--data-dir', this.data]
    return this.run('backup.ts', args, kill)
  }
  restore(name: string, { from = this.backups, to, kill }: Restore = {}): Promise<Ran> {
    const when = to === undefined ? [] : ['--to', new Date(to).toISOString()]
    const args = [from, '--identity', this.#identityFile, '--data-dir', this.at(name)]
    return this.run('restore.ts', [...args, ...when], kill)
  }

  /** Ends the present segment of the WAL, without waiting for the minute. Returns where it is archived. */
  switchWal(): Promise<string> {
    return withRunning(this.data, async (owner) => {
      const [row] = await owner.query<{ name: string }>(
        'select pg_walfile_name(pg_switch_wal()) as name',
      )
      return join(this.wal, row?.name ?? '')
    })
  }
  /** Resolves when everything that was committed so far is archived. */
  async archived(): Promise<void> {
    const segment = await this.switchWal()
    await until(`${segment} to be archived`, () => existsSync(segment), START_MS)
  }
  /** Kills the server and its database, and deletes the disk. */
  async loseDisk(): Promise<void> {
    await this.server.kill('SIGKILL')
    this.server.killDatabase()
    this.#lostAt = performance.now()
    await pause(DYING_MS)
    rmSync(this.disk, { recursive: true, maxRetries: 5 })
    mkdirSync(this.disk, { mode: 0o755 })
  }
  async end(): Promise<void> {
    await this.#server?.stop()
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
