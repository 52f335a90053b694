/** Honest receipts with one or two things changed at random: by anyone, or by a server that signs it again. */
import { type Chance, chanceOf } from '#support/chance.ts'
import {
  logAgain,
  mend,
  nameInTree,
  settleAgain,
  signAgain,
  signByDevice,
  statementsOf,
  type Written,
} from '#support/mended-receipts.ts'
import { changeField, type Json, one, otherText, textOf } from '#support/mutated-json.ts'
import { DURATION_MS, T0 } from '#support/settled-receipt.ts'

/**
 * `signed` texts, `records`, `chains` and `products` are hashed, named and signed again; the others are as anyone can
 * write them.
 */
const FAMILIES = ['json', 'text', 'signed', 'records', 'chains', 'products', 'two'] as const
type Family = (typeof FAMILIES)[number]

export interface Mutant {
  family: Family
  /** What was done, for the report. */
  change: string
  base: Written
  text: string
}

type Change = (receipt: Written, chance: Chance) => string

/** A text of lines with one line or one word changed. */
function changeLines(text: string, chance: Chance): [string, string] {
  const lines = text.split('\n')
  const [at, to] = [Math.floor(chance() * lines.length), Math.floor(chance() * lines.length)]
  const line = lines[at] ?? ''
  const number = Number(/(?:^| )(\d{1,16})(?: |$)/.exec(line)?.[1])
  const by = one(chance, [1, -1, 5, -5, 1_000, -1_000, 120_000, -120_000, 2 ** 53])
  const numbered = (word: string): string => line.replace(/(?<=^| )\d{1,16}(?= |$)/, word)
  const changes: [string, string | string[]][] = [
    ['line removed', lines.filter((_, n) => n !== at)],
    ['line doubled', lines.flatMap((each, n) => (n === at ? [each, each] : [each]))],
    ['lines swapped', lines.with(at, lines[to] ?? '').with(to, line)],
    ['number changed', lines.with(at, numbered(`${number + by}`))],
    ['number changed', lines.with(at, numbered(`${number + by}`))],
    [
      'number spelled',
      lines.with(
        at,
        numbered(one(chance, [`0${number}`, `-${number}`, `+${number}`, `${number}.0`])),
      ),
    ],
    [
      'number huge',
      lines.with(
        at,
        numbered(one(chance, ['9007199254740991', '9007199254740992', '9999999999999999'])),
      ),
    ],
    [
      'space',
      lines.with(
        at,
        one(chance, [`${line} `, ` ${line}`, line.replace(' ', '  '), line.replace(' ', '\t')]),
      ),
    ],
    [
      'carriage return',
      one(chance, [lines.with(at, `${line}\r`), [text.replaceAll('\n', '\r\n')]]),
    ],
    ['line break', one(chance, [`${text}\n`, `\n${text}`])],
    ['characters', lines.with(at, otherText(chance, line))],
  ]
  const [what, changed] = one(chance, changes)
  return [typeof changed === 'string' ? changed : changed.join('\n'), what]
}

const changeText: Change = (receipt, chance) => {
  const [name, statement] = one(chance, statementsOf(receipt))
  const [text, what] = changeLines(statement.text, chance)
  statement.text = text
  return `${name}: ${what}`
}

const changeSignedText: Change = (receipt, chance) => {
  const { device, entry, exit } = receipt
  if (device !== undefined && chance() < 0.4) {
    const [text, what] = changeLines(device.text, chance)
    signByDevice(receipt, text)
    signAgain(receipt.acceptance)
    logAgain(receipt)
    return `device: ${what}`
  }
  const [name, statement] = one(chance, statementsOf(receipt))
  const was = statement.text
  const [text, what] = changeLines(was, chance)
  // Mostly the same statement is the same everywhere.
  const all = chance() < 0.8 ? statementsOf(receipt).map(([, each]) => each) : [statement]
  for (const each of all) if (each.text === was) each.text = text
  for (const each of all) signAgain(each)
  signAgain(statement)
  if (name === 'acceptance' && chance() < 0.7) logAgain(receipt)
  if (entry.checkpoint !== null && exit.checkpoint !== null && name === 'exit' && chance() < 0.2) {
    entry.checkpoint = { ...exit.checkpoint }
  }
  return `${name}: ${what}`
}

type Record = Written['entry']['records'][number]
const EDGES = [T0, T0 + 3_000, T0 + DURATION_MS, T0 + DURATION_MS - 3_000, T0 - 5_500]

function otherRecord(chance: Chance, { seq, hash, ...given }: Record): Record {
  const timeMs = chance() < 0.4 ? one(chance, EDGES) + one(chance, [-1, 0, 1]) : given.timeMs
  const link = { seq, hash, timeMs }
  const price =
    100_000 +
    one(chance, [0, 1, -1, 10, 1_000, 1_001, -1_000, -1_001, 2_000, 50_000, -100_000, -99_999])
  const writtenAt = timeMs + one(chance, [0, 0, 1, -1, 1_000])
  return one<Record>(chance, [
    { ...link, kind: 'tick', price, size: 0 },
    { ...link, kind: 'tick', price, size: 0 },
    { ...link, kind: 'tick', price: 100_000, size: one(chance, [0, 1, 7]) },
    { ...link, kind: 'heartbeat' },
    { ...link, kind: 'gap', reason: one(chance, ['restart', 'feed', 'loop', 'jump'] as const) },
    { ...link, kind: 'halt', reason: one(chance, ['closed', 'maintenance', 'ended'] as const) },
    { ...link, kind: 'rejected', price, bandBps: one(chance, [100, 99, 0, 100_000]) },
    {
      ...link,
      kind: 'filled',
      fromMs: one(chance, [timeMs - 1_000, timeMs - 5_000, timeMs - 4_400]),
      writtenAt,
    },
    { ...link, kind: 'orders', size: one(chance, [1, 3]), root: 'a'.repeat(64) },
  ])
}

/** The records of a slice with one or more changed, numbered again. */
function changeRecords(chance: Chance, records: readonly Record[]): [Record[], string] {
  const at = Math.floor(chance() * records.length)
  const many = 1 + Math.floor(chance() * 5)
  const record = one(chance, records.slice(at, at + 1))
  const moved = {
    ...record,
    timeMs: record.timeMs + one(chance, [1, -1, 400, -400, 1_000, -1_001, 60_000]),
  }
  const changes: [string, Record[]][] = [
    ['changed', records.with(at, otherRecord(chance, record))],
    ['changed', records.with(at, otherRecord(chance, record))],
    ['added', records.toSpliced(at, 0, otherRecord(chance, record))],
    ['added', records.toSpliced(at, 0, otherRecord(chance, record))],
    ['moved in time', records.with(at, moved)],
    ['removed', records.toSpliced(at, many)],
    ['doubled', records.toSpliced(at, 0, { ...record })],
    [
      'swapped',
      records
        .with(at, records[at + 1] ?? record)
        .with(at + 1 < records.length ? at + 1 : at, record),
    ],
    ['cut at the end', records.slice(0, at + 1)],
  ]
  const [what, changed] = one(chance, changes)
  const first = records[0]?.seq ?? 1
  return [changed.map((each, n) => ({ ...each, seq: first + n })), what]
}

const changeHistory: Change = (receipt, chance) => {
  const { entry, exit } = receipt
  const isOne = entry.records.length === exit.records.length
  const [records, what] = changeRecords(chance, one(chance, [entry, exit]).records)
  const side = isOne && chance() < 0.7 ? 'both' : one(chance, ['entry', 'exit'] as const)
  if (side !== 'exit') entry.records = structuredClone(records)
  if (side !== 'entry') exit.records = structuredClone(records)
  const last = records.at(-1)
  // An end of its own needs a checkpoint of that time.
  if (last !== undefined && what === 'cut at the end') {
    for (const { checkpoint } of side === 'both' ? [entry, exit] : [receipt[side]]) {
      if (checkpoint === null) continue
      const number = side === 'entry' ? '27' : '30'
      const at = `${Math.max(last.timeMs + 500, T0 - 100)}`
      checkpoint.text = checkpoint.text.split('\n').with(1, number).with(2, at).join('\n')
    }
  }
  const settles = chance() < 0.6
  if (settles) settleAgain(receipt)
  mend(receipt)
  return `records of ${side} ${what}${settles ? ', settled by them' : ''}`
}

const changePublicChains: Change = (receipt, chance) => {
  const { device, seeds = [] } = receipt
  const slices = [
    ...(device === undefined ? [] : [device.registration]),
    ...seeds.flatMap(({ anchor, promise }) => [anchor, promise]),
  ]
  const record = one(chance, one(chance, slices).records)
  const { text } = record
  const [changed] = changeLines(text, chance)
  const by = one(chance, [1, -1, 1_000, 3_600_000, 200_000_000])
  for (const each of slices.flatMap(({ records }) => records)) {
    if (each.text !== text) continue
    if (chance() < 0.9) each.text = changed
    else each.timeMs += by
  }
  mend(receipt)
  return `a record of a public chain: ${changed}`
}

/** The line of the product beside a checkpoint, with the root of the text to which its path now leads. */
const changeProduct: Change = ({ order, entry, exit }, chance) => {
  const shown = [entry, exit].flatMap(({ checkpoint }) => (checkpoint?.product ? [checkpoint] : []))
  const checkpoint = one(chance, shown)
  const { product, text } = checkpoint
  if (product === undefined) throw new Error('no product')
  const [line, what] = changeLines(product.line, chance)
  product.line = line
  product.leaf += one(chance, [0, 0, 0, 0, 1, -1])
  if (chance() < 0.2) product.path = product.path.slice(1)
  const by = one(chance, [0, 0, 0, 1, -1, 2 ** 40])
  checkpoint.text = text.replace(/(?<=^products )\d+/m, (size) => `${Number(size) + by}`)
  nameInTree(checkpoint)
  signAgain(checkpoint)
  return `product ${order.symbol}: ${what}`
}

const SEALED: Readonly<{ [family in Exclude<Family, 'json' | 'two'>]: Change }> = {
  text: changeText,
  signed: changeSignedText,
  records: changeHistory,
  chains: changePublicChains,
  products: changeProduct,
}

/** Two changes: one that is signed again and one of the file, or two of either kind. */
function mutantOf(chance: Chance, bases: readonly Written[]): Mutant {
  const family = one(chance, FAMILIES)
  const base = one(chance, bases)
  const receipt = structuredClone(base)
  const changes: string[] = []
  const kinds =
    family === 'two'
      ? [one(chance, FAMILIES.slice(0, -1)), one(chance, FAMILIES.slice(0, -1))]
      : [family]
  for (const kind of kinds) {
    if (kind === 'json' || kind === 'two') continue
    changes.push(SEALED[kind](receipt, chance))
  }
  const document: Json = JSON.parse(JSON.stringify(receipt))
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw new Error('no receipt')
  const other: Json = JSON.parse(JSON.stringify(one(chance, bases)))
  for (const kind of kinds) if (kind === 'json') changes.push(changeField(chance, document, other))
  return { family, change: changes.join('; '), base, text: textOf(document) }
}

/** So many mutants. A change that does not fit its receipt is replaced by another one. */
export function* mutatedReceipts(
  seed: number,
  count: number,
  bases: readonly Written[],
): Generator<Mutant> {
  const chance = chanceOf(seed)
  const originals = new Set(bases.map((base) => JSON.stringify(base)))
  for (let made = 0; made < count; ) {
    let mutant: Mutant
    try {
      mutant = mutantOf(chance, bases)
    } catch {
      continue
    }
    if (originals.has(mutant.text)) continue
    made += 1
    yield mutant
  }
}
