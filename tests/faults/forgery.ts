/** What a hostile server can forge with its real key: every reader refuses each kind and names the same fault. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod/mini'
import {
  type AnyReceipt,
  anyReceipt as schema,
  RECEIPT_FORMAT,
  SHARED_FORMAT,
} from '#contract/settlement-receipt.ts'
import { readCheckpointText } from '#rules/checkpoint.ts'
import { checkHistory, coverageOf, type History } from '#rules/history-check.ts'
import { checkReceipt } from '#rules/receipt-check.ts'
import { receiptFingerprint } from '#rules/receipt.ts'
import { EDGE_RECEIPTS } from '#support/edge-receipts.ts'
import { FORGED_HISTORIES, type ForgedHistory } from '#support/forged-histories.ts'
import { FORGED_RECEIPTS, type ForgedReceipt } from '#support/forgeries.ts'
import { shared, strangerKey } from '#support/honest-receipts.ts'
import { checkOperatorReaders } from '#support/operator-readers.ts'
import { readByCommand, readByPython, readWithoutKey } from '#support/receipt-readers.ts'
import {
  away,
  byPython,
  holdsWithout,
  LEFT_OUT,
  NO_RECEIPT,
  readingOfReport,
  type Readings,
} from '#support/receipt-readings.ts'
import { ordinaryLog, settledReceipt, tools } from '#support/settled-receipt.ts'
import { WEAKER_RECEIPTS } from '#support/weaker-receipts.ts'
import type { FaultContext, FaultScenario } from './runner.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const KINDS_MIN = 40
const ODD_TEXTS = ['', '[]', '{"order":{}}', 'null', '{"text":1}']
/** At scale `short` the command reads one of so many histories, and the rules read all of them. */
const ONE_OF = { short: 4, ci: 1, full: 1 } as const
/** Processes of the history command at a time. */
const AT_A_TIME = 4

type Reader = 'rules' | 'command' | 'python'

interface Given {
  file: string
  receipt: AnyReceipt
  kept?: ForgedReceipt['kept']
}

async function readByRules({ file, kept }: Given): Promise<string> {
  const receipt = schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  const fingerprint = kept === undefined ? null : receiptFingerprint(kept, tools.sha256)
  return readingOfReport(await checkReceipt(receipt, tools, { kept: fingerprint }))
}

const AWAY_LINE = /^ {2}away +checkpoint +the server was away from (\S+) to (\S+),/
function silencesIn(line: string) {
  const [, from, to] = AWAY_LINE.exec(line) ?? []
  return from === undefined || to === undefined
    ? []
    : [{ fromMs: Date.parse(from), toMs: Date.parse(to) }]
}
const FAILED_STEP = /^ {2}fails {3}(\w+) .*?(?: \(record (\d+) of \w+\))?$/
function readingOf(lines: readonly string[]): string {
  const steps = lines.flatMap((line) => {
    const [, step, seq] = FAILED_STEP.exec(line) ?? []
    return step === undefined ? [] : [seq === undefined ? step : `${step} record ${seq}`]
  })
  const says = (words: string): boolean => lines.some((line) => line.startsWith(words))
  if (steps.length > 0) return `fails ${steps.join(', ')}`
  if (says('  so the order IS NOT PROVED YET')) return 'waits'
  if (says('  so the order IS NOT PROVED: nothing is wrong, but the server was away')) {
    return away(lines.flatMap(silencesIn))
  }
  if (says('  so the order IS NOT PROVED')) return 'not proved'
  return holdsWithout(LEFT_OUT.filter((step) => says(`  weaker  ${step}`)))
}

/** The command prints the name of each file, and below it one line per step. */
function byCommand(text: string, files: readonly string[]): Readings {
  const lines = text.split('\n')
  const starts = files.map((file) => lines.findIndex((line) => line.startsWith(`${file}  order`)))
  return new Map(
    files.flatMap((file, n): [string, string][] => {
      const from = starts[n] ?? -1
      const to = lines.findIndex((line, at) => at > from && line.startsWith('  so the order'))
      return from < 0 || to < 0 ? [] : [[file, readingOf(lines.slice(from, to + 1))]]
    }),
  )
}

/** All readers, each outside one in a single process. */
async function readAll(given: readonly Given[], more: string[]): Promise<Map<Reader, Readings>> {
  const files = given.map(({ file }) => file)
  const rules = new Map<string, string>()
  for (const each of given) rules.set(each.file, await readByRules(each))
  const args = [...files, ...more]
  return new Map<Reader, Readings>([
    ['rules', rules],
    ['command', byCommand(readByCommand(...args).text, files)],
    ['python', byPython(readByPython(...args).text)],
  ])
}

interface Case extends ForgedReceipt {
  file: string
}

/** What is said of a sound receipt: no one can look a dealer's prices up. */
const sound = ({ order, format }: AnyReceipt): string =>
  holdsWithout([
    ...(format === SHARED_FORMAT ? ['ledger'] : []),
    ...(order.source === 'dealer' ? ['look-up'] : []),
  ])

/** The kinds that a reader does not refuse as expected. */
const missedBy = (readings: Readings | undefined, cases: readonly Case[]): Case[] =>
  cases.filter(({ file, fails }) => readings?.get(file) !== `fails ${fails}`)

class Folder {
  readonly path = mkdtempSync(join(tmpdir(), 'fairtick-forgery-'))
  readonly #twins = new Map<ForgedReceipt['twin'], string>()

  write(name: string, text: string): string {
    const file = join(this.path, name)
    writeFileSync(file, text)
    return file
  }
  receipt(name: string, receipt: AnyReceipt): string {
    return this.write(name, JSON.stringify(z.encode(schema, receipt)))
  }
  /** Kinds that share a twin share its file. */
  twin(make: ForgedReceipt['twin']): string {
    const file = this.#twins.get(make) ?? this.receipt(`twin-${this.#twins.size + 1}.json`, make())
    this.#twins.set(make, file)
    return file
  }
}

async function checkReceipts({ log, count, check, fail }: FaultContext, folder: Folder) {
  const key = folder.write('key.pem', settledReceipt(ordinaryLog(100_010)).keys[0]?.publicKey ?? '')
  const cases = FORGED_RECEIPTS.map((each, n) => ({
    ...each,
    receipt: each.make(),
    file: folder.receipt(`forged-${n + 1}.json`, each.make()),
    twinFile: folder.twin(each.twin),
  }))
  const purchases = cases.flatMap(({ kept }, n) =>
    kept === undefined ? [] : [folder.write(`purchase-${n}.json`, JSON.stringify(kept))],
  )
  const twins = new Map(
    cases.map(({ twinFile: file, twin, kept }) => [file, { file, receipt: twin(), kept }]),
  )
  const more = [...purchases, '--key', key]
  const [forged, honest] = [await readAll(cases, more), await readAll([...twins.values()], more)]
  for (const [n, each] of cases.entries()) {
    const named = [...forged].map(([reader, readings]) => `${reader}: ${readings.get(each.file)}`)
    const isNamed = [...forged.values()].every(
      (readings) => missedBy(readings, [each]).length === 0,
    )
    check(isNamed, `${each.name}: expected fails ${each.fails}; ${named.join('; ')}`)
    log(`${String(n + 1).padStart(3)} ${each.name}: ${isNamed ? each.fails : 'NOT NAMED ALIKE'}`)
  }
  for (const [reader, readings] of honest) {
    for (const { file, receipt } of twins.values()) {
      check(
        readings.get(file) === sound(receipt),
        `${reader} says of ${file}: ${readings.get(file)}`,
      )
    }
  }
  count('kinds of receipts', cases.length)
  count('honest twins of receipts', twins.size)
  // The control: a reader that took one forgery for its honest twin would be found, and nothing else would be.
  for (const [reader, readings] of forged) {
    const [planted] = cases
    const says = planted && honest.get(reader)?.get(planted.twinFile)
    if (planted === undefined || says === undefined) fail(`${reader}: no control`)
    else {
      const mistaken = missedBy(new Map([...readings, [planted.file, says]]), cases)
      check(
        mistaken.length === 1 && mistaken[0] === planted,
        `${reader} may take a forgery for its twin unnoticed`,
      )
    }
  }
}

async function checkWithoutProof({ check, count }: FaultContext, folder: Folder): Promise<void> {
  const honest = settledReceipt(ordinaryLog(100_010))
  const { command, python } = readWithoutKey(folder.receipt('no-key.json', honest))
  check(command.status === 1, `without a key the command ends with ${command.status}`)
  check(command.text.includes('IS NOT PROVED: give the key'), `without a key: ${command.text}`)
  check(
    python.status === 1 && python.text.includes(' unknown key'),
    `without a key: ${python.text}`,
  )
  const told = [...WEAKER_RECEIPTS, ...EDGE_RECEIPTS]
  const given = told.map(([, receipt], n) => ({
    receipt,
    file: folder.receipt(`weaker-${n}.json`, receipt),
  }))
  for (const [reader, readings] of await readAll(given, [])) {
    for (const [n, [name, , words]] of told.entries()) {
      const says = readings.get(given[n]?.file ?? '')
      check(says === words, `${name}: ${reader} says ${says}`)
    }
  }
  count('receipts that prove less', WEAKER_RECEIPTS.length + 1)
  count('honest receipts at the edge of a rule', EDGE_RECEIPTS.length)
}

/**
 * A shared receipt has one step less, and every other fault is named as in a full one. What only the ledger contradicts
 * is not a fault of it, but each reader says that it did not check the ledger.
 */
async function checkShared({ check, count, scale }: FaultContext, folder: Folder): Promise<void> {
  const cases = FORGED_RECEIPTS.filter((_, n) => n % ONE_OF[scale] === 0).map((each, n) => {
    const receipt = shared(each.make())
    const file = folder.receipt(`shared-${n + 1}.json`, receipt)
    const fails = each.fails.split(', ').filter((step) => !step.startsWith('ledger'))
    const expected = fails.length > 0 ? `fails ${fails.join(', ')}` : sound(receipt)
    return { ...each, receipt, file, expected }
  })
  const purchases = cases.flatMap(({ kept }, n) =>
    kept === undefined ? [] : [folder.write(`bought-${n}.json`, JSON.stringify(kept))],
  )
  const key = folder.write('key.pem', settledReceipt(ordinaryLog(100_010)).keys[0]?.publicKey ?? '')
  for (const [reader, readings] of await readAll(cases, [...purchases, '--key', key])) {
    for (const { name, file, expected } of cases) {
      const says = readings.get(file)
      check(says === expected, `shared, ${name}: expected ${expected}; ${reader} says ${says}`)
    }
  }
  count('kinds of shared receipts', cases.length)
}

/** A full receipt without its transfers, and a shared one that claims to be full, are no receipts. */
function strippedTexts(): string[] {
  const honest = settledReceipt(ordinaryLog(100_010))
  const full = JSON.stringify(z.encode(schema, honest))
  const short = JSON.stringify(z.encode(schema, shared(honest)))
  return [
    full.replace(/"transfers":\[.*?\],/, ''),
    short.replace(SHARED_FORMAT, RECEIPT_FORMAT),
    full.replace(RECEIPT_FORMAT, 'fairtick-settled-9'),
  ]
}

/** Files that are no receipt are named as that, and never end a reader without a word. */
function checkOddFiles({ check, count }: FaultContext, folder: Folder): void {
  const files = [...ODD_TEXTS, ...strippedTexts()].map((text, n) =>
    folder.write(`odd-${n}.txt`, text),
  )
  const { status, text: said } = readByCommand(...files)
  check(status === 1, `the command ends with ${status} after files that are no receipt`)
  for (const file of files) {
    check(said.includes(`${file}\n  fails   not a settled receipt`), `${file}: ${said}`)
    const python = readByPython(file)
    check(python.status === 2 && python.text.includes(NO_RECEIPT), `${file}: ${python.text}`)
    count('files that are no receipt')
  }
}

interface Verified {
  status: number | string | null | undefined
  text: string
}

/** Runs `verify-history` on a history, with the server's key alone. */
function verifyHistory(
  folder: Folder,
  name: string,
  make: ForgedHistory['make'],
): Promise<Verified> {
  const { symbol, records, checkpoints, bandBps } = make()
  const keys = settledReceipt(ordinaryLog(100_010)).keys
  const page = {
    checkpoints: checkpoints.map((each) => ({ ...readLoosely(each.text), ...each })),
    keys: [...keys, strangerKey],
  }
  const args = [
    'scripts/verify-history.ts',
    symbol,
    folder.write(`${name}.ndjson`, records.map((each) => `${JSON.stringify(each)}\n`).join('')),
    '--checkpoints',
    folder.write(`${name}.json`, JSON.stringify(page)),
    '--key',
    folder.write(`${name}.pem`, keys[0]?.publicKey ?? ''),
    '--band',
    `${bandBps}`,
  ]
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: ROOT }, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : error.code, text: stdout + stderr }),
    )
  })
}

/** The facts beside the text of a checkpoint, which a server may state of any text. */
const readLoosely = (text: string) =>
  readCheckpointText(text) ??
  readCheckpointText(text.split('\n').slice(0, -1).join('\n')) ?? { number: 1 }

/** Whether a history without a fault is covered by signed heads, up to its end. */
async function passesRules(history: History): Promise<boolean> {
  const { heads, beyond } = coverageOf(history)
  return (await checkHistory(history, tools)) === null && heads > 0 && beyond === null
}

async function checkHistories(
  { check, count, log, scale }: FaultContext,
  folder: Folder,
): Promise<void> {
  const honest = new Set(FORGED_HISTORIES.map(({ twin }) => twin))
  for (const twin of honest) {
    check(await passesRules(twin()), 'the rules refuse an honest history')
    const { status, text } = await verifyHistory(folder, 'honest', twin)
    check(status === 0 && text.includes('nothing wrong'), `an honest history: ${text}`)
    check(
      FORGED_HISTORIES.every(({ words }) => !text.includes(words)),
      'the words of a forgery fit an honest history',
    )
  }
  const waiting = [...FORGED_HISTORIES.entries()]
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [n, { name, words, make }] = next
      check(!(await passesRules(make())), `${name}: the rules find nothing wrong`)
      log(`${name}: ${words}`)
      if (n % ONE_OF[scale] !== 0) continue
      const { status, text } = await verifyHistory(folder, `history-${n}`, make)
      check(status === 1 && text.includes(words), `${name}: expected ${words}; ${text}`)
      count('histories read by the command')
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
  count('kinds of histories', FORGED_HISTORIES.length)
}

export const run: FaultScenario = async (context) => {
  const folder = new Folder()
  try {
    await checkReceipts(context, folder)
    await checkShared(context, folder)
    await checkWithoutProof(context, folder)
    checkOddFiles(context, folder)
    await checkHistories(context, folder)
    await checkOperatorReaders(context, (name, text) => folder.write(name, text))
  } finally {
    rmSync(folder.path, { recursive: true })
  }
  const kinds = FORGED_RECEIPTS.length + FORGED_HISTORIES.length
  context.check(kinds >= KINDS_MIN, `only ${kinds} kinds of forgeries`)
  context.count('kinds in all', kinds)
}
