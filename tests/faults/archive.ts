/**
 * The worker that moves old days of prices into files is killed at random moments: no record is lost or doubled, and no
 * day is taken for complete too early. Then the files are changed in every way, and each change is found.
 */
import { HOUR_MS } from '#contract/time.ts'
import { generateKeyPairSync } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod/mini'
import { anyReceipt, type SettledReceipt } from '#contract/settlement-receipt.ts'
import { checkReceipt } from '#rules/receipt-check.ts'
import { archiveIn } from '#server/archive/archive-folder.ts'
import { NO_OLD_DAYS, LogReader } from '#server/market/log-reader.ts'
import { signerOf } from '#server/platform/signer.ts'
import { archiveHistory, DAYS, PRODUCTS, startOfDay } from '#support/archive-history.ts'
import { byCommand, byServer, faultsOfArchive, receiptFrom } from '#support/archive-readings.ts'
import { type Tampering, TAMPERINGS } from '#support/archive-tampering.ts'
import { ArchiveWorld, type Log, readLog, type ServerKey } from '#support/archive-world.ts'
import { newSigner } from '#support/archive.ts'
import { liveReceipt } from '#support/live-receipts.ts'
import type { TestDatabase } from '#support/postgres.ts'
import { readByPython } from '#support/receipt-readers.ts'
import { byPython, readingOfReport } from '#support/receipt-readings.ts'
import { PUBLIC_KEY, tools } from '#support/settled-receipt.ts'
import { choicesOf } from '#support/settle-choices.ts'
import { pause, until } from '#support/until.ts'
import type { FaultContext, FaultScenario } from './runner.ts'

const KILLS = { short: 8, ci: 20, full: 200 } as const
/** A day is closed an hour after its end, and the last day with records is dropped two days after its own. */
const END_MS = startOfDay(7) + HOUR_MS
/** A day takes its worker about that long. */
const DAY_TAKES_MS = 1_000
/** A day has twelve files, a manifest and a copy. */
const DAY_ENTRIES = 14
/** A worker that ran so often has nothing left to do. */
const IDLE_RUNS = 3

type Pick = (count: number) => number

interface Scene {
  world: ArchiveWorld
  before: readonly Log[]
  key: ServerKey
  pick: Pick
  context: FaultContext
}

const textOf = (receipt: SettledReceipt): string => JSON.stringify(z.encode(anyReceipt, receipt))

async function logsOf({ owner }: TestDatabase): Promise<Log[]> {
  const reader = new LogReader(owner, NO_OLD_DAYS)
  const logs: Log[] = []
  for (const product of PRODUCTS) logs.push(await readLog(reader, product))
  return logs
}

/** Waits for a moment to kill the worker: some time, some file, or some run, and a little longer. */
async function moment(world: ArchiveWorld, pick: Pick): Promise<void> {
  const [entries, runs] = [world.entries() + 1 + pick(DAY_ENTRIES), pick(IDLE_RUNS)]
  const kind = pick(3)
  if (kind === 0) return pause(pick(DAY_TAKES_MS))
  const isReached = () => (kind === 1 ? world.entries() >= entries : world.runs >= runs)
  const isIdle = () => world.runs >= IDLE_RUNS || world.failures.length > 0
  while (!isReached() && !isIdle()) await pause(0)
  for (let left = pick(6); left > 0; left -= 1) await pause(0)
}

async function isWhole(world: ArchiveWorld, before: readonly Log[], { check }: FaultContext) {
  const wrong = [
    ...(await world.differences(before)),
    ...(await world.faults()).map(({ invariant, detail }) => `${invariant}: ${detail}`),
    ...world.failures,
  ]
  check(wrong.length === 0, wrong.join('; '))
}

/** Kills workers until a number of kills, or until all days with records are dropped. Returns how many. */
async function killed({ world, before, pick, context }: Scene, kills: number): Promise<number> {
  let atMs = startOfDay(1) + HOUR_MS
  let done = 0
  const isOver = () => world.isDropped(DAYS.at(-1) ?? '')
  for (; done < kills && !(await isOver()); done += 1) {
    await world.itIs(atMs)
    await world.start()
    await moment(world, pick)
    await world.kill()
    const progress = await world.progress()
    context.count('kills')
    context.count(`killed before ${progress}`)
    await isWhole(world, before, context)
    const isIdle = progress === 'nothing to do'
    if (isIdle || pick(4) === 0) atMs = Math.min(END_MS, atMs + (18 + pick(60)) * HOUR_MS)
  }
  await world.itIs(END_MS)
  await world.start()
  await until('all days to be dropped', isOver)
  await world.kill()
  await isWhole(world, before, context)
  return done
}

/** An archive that is copied and changed, and what was said of each copy. */
class Copies {
  readonly folder = mkdtempSync(join(tmpdir(), 'fairtick-tampered-'))
  readonly root = archiveIn(this.folder)
  readonly keyFile = join(this.folder, 'key.pem')
  readonly #scene: Scene
  readonly #receipt = liveReceipt()
  /** Receipts that were made of the files, with what the rules say. */
  readonly #receipts: { what: string; file: string; rules: string }[] = []

  constructor(scene: Scene) {
    this.#scene = scene
    writeFileSync(this.keyFile, scene.key.signer.publicKeyPem)
  }

  /** Puts the unchanged archive in the place of the copy. */
  renew(): void {
    rmSync(this.root, { recursive: true, force: true })
    cpSync(this.#scene.world.archive, this.root, { recursive: true })
  }

  /** What the command and the server say, and how the rules read a receipt that is made of the copy. */
  async readings(what: string) {
    const { world, before, key, context } = this.#scene
    const db = world.database.owner
    const command = await faultsOfArchive(this.root, key.signer.publicKeyPem)
    const { faults, wrong } = await byServer(db, this.folder, before)
    context.check(wrong.length === 0, `${what}: the server shows it: ${wrong.join('; ')}`)
    const { root } = this
    const written = await receiptFrom(db, { root, days: DAYS, receipt: this.#receipt })
    const rules = written && (await this.#keep(what, written))
    const isSame = written !== null && textOf(written) === textOf(this.#receipt)
    return { command: command.join('; '), server: faults, rules, isSame }
  }

  async #keep(what: string, written: SettledReceipt): Promise<string> {
    const file = join(this.folder, `${this.#receipts.length}.json`)
    writeFileSync(file, textOf(written))
    const rules = readingOfReport(await checkReceipt(written, tools))
    this.#receipts.push({ what, file, rules })
    return rules
  }

  /** The Python reader says the same of every receipt as the rules. */
  comparePython(): void {
    const { check } = this.#scene.context
    const trusted = join(this.folder, 'receipts.pem')
    writeFileSync(trusted, PUBLIC_KEY)
    const files = this.#receipts.map(({ file }) => file)
    const python = byPython(readByPython(...files, '--key', trusted).text)
    for (const { what, file, rules } of this.#receipts) {
      check(python.get(file) === rules, `${what}: ${rules}; python says ${python.get(file)}`)
    }
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

async function unchanged(copies: Copies, { check }: FaultContext): Promise<void> {
  copies.renew()
  const what = 'the unchanged archive'
  const { command, server, rules, isSame } = await copies.readings(what)
  check(command === '' && server.length === 0, `${what}: ${command} ${server.join('; ')}`)
  const { status, text } = byCommand(copies.root, copies.keyFile)
  check(status === 0, `${what}: the command prints ${text}`)
  check(isSame && rules === 'holds', `${what}: its receipt: ${rules}`)
}

async function changed(
  copies: Copies,
  { tampering, isPrinted }: { tampering: Tampering; isPrinted: boolean },
  { key, pick, context: { check, count } }: Scene,
): Promise<void> {
  const { name, signedBy, apply, day, command } = tampering
  const what = `${name}, signed by ${signedBy}`
  copies.renew()
  const signer = signedBy === 'the server' ? key.signer : newSigner()
  await apply({ root: copies.root, signer, pick })
  const said = await copies.readings(what)
  const isNamed = command === null ? said.command === '' : said.command.includes(command)
  check(isNamed, `${what}: the command's check says: ${said.command}`)
  if (isPrinted) {
    const { text, status } = byCommand(copies.root, copies.keyFile)
    const isRefused = status === 1 && text.includes(command ?? '')
    check(isRefused === (command !== null), `${what}: the command prints ${text}`)
    count('printed by the command')
  }
  const isNamedByServer = said.server.some((fault) => fault.includes(day))
  check(isNamedByServer, `${what}: the server says: ${said.server.join('; ')}`)
  count(`changes signed by ${signedBy}`)
  if (said.rules === null) return count('changes of which no receipt can be made')
  count(said.isSame ? 'changes of other records than a receipt has' : 'receipts that fail')
  const isRight = said.isSame ? said.rules === 'holds' : said.rules.startsWith('fails')
  check(isRight, `${what}: the rules say of its receipt: ${said.rules}`)
}

/**
 * Changes the files in each way, at scale `short` in a third of them, and asks the server and readers of a receipt that
 * is made of them; the command by itself too, of one change at scale `short` and of a third at `ci`.
 */
async function tampered(scene: Scene): Promise<void> {
  const copies = new Copies(scene)
  const { scale } = scene.context
  const third = scene.pick(3)
  const isOfThird = (n: number): boolean => n % 3 === third
  const chosen = TAMPERINGS.filter((_, n) => scale !== 'short' || isOfThird(n))
  const isPrinted = { short: (n: number) => n === 0, ci: isOfThird, full: () => true }[scale]
  try {
    await unchanged(copies, scene.context)
    for (const [n, tampering] of chosen.entries()) {
      await changed(copies, { tampering, isPrinted: isPrinted(n) }, scene)
    }
    copies.comparePython()
  } finally {
    copies.close()
  }
}

/** What is said of a day that is complete and lacks records, and of a record that the database lacks. */
async function controls(scene: Scene, other: ArchiveWorld): Promise<void> {
  const { world, before, key, pick, context } = scene
  const [day = ''] = DAYS
  const planted = async (what: string, isNamed: (said: string[]) => boolean): Promise<void> => {
    const said = await other.differences(before)
    context.check(isNamed(said), `${what}: ${said.join('; ')}`)
    context.count('controls')
  }
  cpSync(join(world.archive, day), join(other.archive, day), { recursive: true })
  await planted('a complete day', (said) => said.length === 0)
  const shorter = TAMPERINGS.find(({ name }) => name === 'a block less')
  await shorter?.apply({ root: other.archive, signer: key.signer, pick })
  await planted('a day without a block', (said) =>
    said.includes(`${day} is complete without all records of GC`),
  )
  rmSync(other.archive, { recursive: true })
  await other.database.owner.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query('delete from ticks where product_id = 1 and seq = 20')
  })
  await planted('a lost record', (said) => said.includes(`MADE1 has other records on ${day}`))
}

export const run: FaultScenario = async (context) => {
  const { seed, scale, count } = context
  const pick = choicesOf(seed)
  const { privateKey } = generateKeyPairSync('ed25519')
  const key = {
    signer: signerOf(privateKey),
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
  const history = await archiveHistory(key.signer, liveReceipt())
  const withWorld = async <T>(work: (world: ArchiveWorld) => Promise<T>): Promise<T> => {
    const world = new ArchiveWorld(await history.copy(), key)
    try {
      return await work(world)
    } finally {
      await world.close()
    }
  }
  try {
    const before = await logsOf(history)
    let kills = 0
    while (kills < KILLS[scale]) {
      kills += await withWorld(async (world) => {
        count('databases')
        const scene = { world, before, key, pick, context }
        const left = KILLS[scale] - kills
        const done = await killed(scene, left)
        if (done < left) return done
        await tampered(scene)
        await withWorld((other) => controls(scene, other))
        return done
      })
    }
  } finally {
    await history.close()
  }
}
