/** The real server as a process that a test starts, kills and starts again on one data folder and one port. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pause } from '#support/until.ts'
import { COMPILE_CACHE } from '../../scripts/setup.mjs'

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
const STEP_MS = 50
/** After this long, a start or a stop hangs. A first start, which writes the history of all products, is faster. */
const GIVE_UP_MS = 180_000

/** Below those that the system gives to connections, which could take a port before its server listens on it. */
const PORTS = { from: 12_000, to: 32_000 } as const

/** A port of this machine on which nothing listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.from + Math.floor(Math.random() * (PORTS.to - PORTS.from))
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

export interface ProcessOptions {
  flags?: readonly string[]
  env?: Record<string, string>
  /** Another entry than the product's, which `tell` may speak to. */
  main?: string
}

export class ServerProcess {
  readonly url: string
  readonly #args: string[]
  readonly #env: Readonly<Record<string, string>>
  readonly #folder: string
  #child: ChildProcess | undefined
  #startedAt = 0
  #output = ''

  constructor(
    dataFolder: string,
    port: number,
    { flags = [], env = {}, main = MAIN }: ProcessOptions = {},
  ) {
    this.url = `http://127.0.0.1:${port}`
    this.#folder = dataFolder
    this.#env = {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      LOG_LEVEL: 'warn',
      RATE_FACTOR: '1000',
      ...env,
    }
    this.#args = [main, '--data-dir', dataFolder, '--port', String(port), ...flags]
  }

  get alive(): boolean {
    const child = this.#child
    return child !== undefined && child.exitCode === null && child.signalCode === null
  }

  /** The end of what it printed since its last start. */
  get output(): string {
    return this.#output
  }

  /** `flags`: for this start alone. */
  start(flags: readonly string[] = []): void {
    if (this.alive) throw new Error('the server runs already')
    this.#output = ''
    this.#startedAt = performance.now()
    const child = spawn(process.execPath, [...this.#args, ...flags], {
      env: this.#env,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#output = (this.#output + text).slice(-4_000)
      })
    }
    this.#child = child
  }

  /** A line on its standard input. */
  tell(line: string): void {
    this.#child?.stdin?.write(`${line}\n`)
  }

  /** Resolves with how long the start took, ms. */
  async ready(giveUpMs = GIVE_UP_MS): Promise<number> {
    for (;;) {
      const tookMs = performance.now() - this.#startedAt
      const answer = await fetch(`${this.url}/readyz`).catch(() => null)
      if (answer?.status === 200) return tookMs
      if (!this.alive) throw new Error(`the server ended while starting:\n${this.#output}`)
      if (tookMs > giveUpMs) throw new Error(`not ready after ${giveUpMs} ms:\n${this.#output}`)
      await pause(STEP_MS)
    }
  }

  /** Whether it ends within this time. */
  async ended(withinMs: number): Promise<boolean> {
    for (const end = performance.now() + withinMs; this.alive && performance.now() < end; ) {
      await pause(STEP_MS)
    }
    return !this.alive
  }

  async kill(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    if (child === undefined || !this.alive) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }

  /** The database's first process alone; its others end with it. */
  killDatabase(): void {
    const file = join(this.#folder, 'pg', 'postmaster.pid')
    if (!existsSync(file)) return
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
    if (pid > 0) process.kill(pid, 'SIGKILL')
  }

  async stop(giveUpMs = GIVE_UP_MS): Promise<void> {
    if (!this.alive) return
    this.#child?.kill('SIGTERM')
    if (!(await this.ended(giveUpMs))) await this.kill('SIGKILL')
  }
}
