/**
 * Users and operators of a real server in a process that is killed while it works, and started again on the same
 * database. Its clock leaps, so that hours of waiting pass at once.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HOUSE_ACCOUNT } from '#server/identity/first-users.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'
import { type RecoverySteps, recoverySteps } from '#support/recovery-room.ts'
import { registerUser } from '#support/server.ts'
import { freePort, ServerProcess } from '#support/server-process.ts'
import { replayOf } from '#support/started-server.ts'
import { pause, until } from '#support/until.ts'
import { type Answer, type Ask, Visitor } from '#support/visitor.ts'

const MAIN = fileURLToPath(new URL('clocked-server.ts', import.meta.url))
const START = Date.parse('2026-03-03T10:00:00Z')
/** A busy machine starts a server within a fraction of this time. */
const GIVE_UP_MS = 120_000
const NUDGE_EVERY_MS = 500
const RETRY_MS = 500
const NUDGE_MS = 2_000

/** Repeats what a busy server put off. A server that was killed is no answer, and is not asked again. */
class PatientVisitor extends Visitor {
  override async ask(method: string, path: string, more: Ask = {}): Promise<Answer> {
    for (const end = performance.now() + GIVE_UP_MS; ; await pause(RETRY_MS)) {
      const answer = await super.ask(method, path, more)
      if (answer.status !== 503 || performance.now() > end) return answer
    }
  }
}

export class KilledRoom {
  readonly database: TestDatabase
  readonly dataFolder: string
  readonly #server: ServerProcess
  readonly #folder: string
  #ahead = START - performance.now()
  #steps: RecoverySteps | undefined
  #users = 0

  private constructor(database: TestDatabase, folder: string, port: number) {
    const env = {
      DATABASE_URL: database.url,
      LOG_LEVEL: 'error',
      PRACTICE_REVIEWER: 'off',
      ...replayOf(folder),
    }
    this.database = database
    this.#folder = folder
    this.dataFolder = join(folder, 'data')
    this.#server = new ServerProcess(this.dataFolder, port, { main: MAIN, env })
  }

  static async open(): Promise<KilledRoom> {
    const folder = mkdtempSync(join(tmpdir(), 'fairtick-recovery-'))
    const room = new KilledRoom(await testDatabase(), folder, await freePort())
    await room.start()
    const { owner } = room.database
    const [house] = await owner.query<{ opening_code: string }>(
      'select opening_code from users where account = $1',
      [HOUSE_ACCOUNT],
    )
    const openingCode = house?.opening_code ?? ''
    const visitor = (): Visitor => room.visitor()
    room.#steps = await recoverySteps({
      owner,
      visitor,
      openingCode,
      clock: {
        now: () => {
          room.leap(0)
          return room.now
        },
      },
      config: { dataFolder: room.dataFolder },
      registerUser: (account) => {
        room.#users += 1
        return registerUser({ visitor, openingCode }, account ?? `killed_${room.#users}`)
      },
    })
    return room
  }

  get steps(): RecoverySteps {
    if (this.#steps === undefined) throw new Error('the room is not open')
    return this.#steps
  }
  /** The server's moment, ms. */
  get now(): number {
    return Math.ceil(this.#ahead + performance.now())
  }
  visitor(): Visitor {
    return new PatientVisitor(this.#server.url)
  }
  /** Resolves when the server is ready. */
  async start(): Promise<void> {
    this.launch()
    await this.#server.ready()
    // While it started, its time stood still.
    this.leap(0)
  }
  /** Does not wait until it is ready. */
  launch(): void {
    this.#server.start()
    this.#server.tell(`to ${this.now}`)
  }
  kill(): Promise<void> {
    return this.#server.kill('SIGKILL')
  }
  /** Lets so much time pass at once, and resolves at once. What falls due is begun. */
  leap(ms: number): void {
    this.#ahead += ms
    this.#server.tell(`to ${this.now}`)
  }
  /** `leap`, and waits until the server has signed a checkpoint of that time, which acts are compared with. */
  async pass(ms: number): Promise<void> {
    this.leap(ms)
    const sinceMs = this.now
    // The next one is due in seconds, and the server must have prices of the new time first.
    const nudge = setInterval(() => this.leap(NUDGE_MS), NUDGE_EVERY_MS)
    try {
      await this.until('a checkpoint', 'select 1 from checkpoints where time_ms >= $1 limit 1', [
        sinceMs,
      ])
    } finally {
      clearInterval(nudge)
    }
  }
  /** Waits until the query finds a row. */
  until(what: string, sql: string, params: unknown[] = []): Promise<unknown> {
    const found = async (): Promise<boolean> => {
      if (!this.#server.alive) throw new Error(`the server ended:\n${this.#server.output}`)
      return (await this.database.owner.query(sql, params)).length > 0
    }
    return until(what, found, GIVE_UP_MS)
  }
  async close(): Promise<void> {
    await this.kill()
    // The connections of a process that was killed end a moment later.
    await pause(1)
    await this.database.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
