import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type IndexInput, type PublishedInputs, publishedInputs } from '#contract/index-price.ts'
import { type TickRecord, tickRecord } from '#contract/tick-log.ts'
import { findIndexFault, type IndexFile } from '#rules/index-check.ts'
import { inputsText, medianPrice, truncatedPrice } from '#rules/index-price.ts'
import { GENESIS_HASH, recordText } from '#rules/tick-chain.ts'
import { sha256 } from '#support/chained.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const START = 1_700_000_000_000
const VENUES = ['binance', 'bybit', 'okx'] as const
const TERMS = { freshMs: 5_000, lateMs: 750, spreadBps: 50 }
const FORMER_TERMS = { freshMs: 5_000, spreadBps: 50 }

/** Prices as they are made, or as they were made before stamps decided. */
function linesAndRecords(
  count: number,
  format: 1 | 2 = 2,
): { lines: PublishedInputs[]; records: TickRecord[] } {
  const lines: PublishedInputs[] = []
  const records: TickRecord[] = []
  let before = GENESIS_HASH
  for (let seq = 1; seq <= count; seq++) {
    const at = START + seq * 500
    const inputs = VENUES.map((venue, n) => ({
      venue,
      tradeId: `${seq * 10 + n}`,
      price: `61${String(680 + ((seq * 7 + n * 3) % 9))}.${n}9`,
      receivedAt: at - n * 40,
      ...(format === 1
        ? { tradedAt: n === 1 ? null : at - 50_000 }
        : { tradedAt: at - n * 40 - 25 + n * 600, aheadMs: n * 600 }),
    }))
    const text = inputsText(
      inputs.map((input): IndexInput => publishedInputs.shape.inputs.def.element.parse(input)),
    )
    const price = medianPrice(inputs.map((each) => truncatedPrice(each.price, 2)))
    const line = publishedInputs.parse({ seq, timeMs: at, price, hash: sha256(text), inputs })
    const unhashed = {
      kind: 'tick',
      seq,
      timeMs: line.timeMs,
      price: line.price,
      size: 0,
      inputs: line.hash,
    } as const
    const hash = sha256(recordText('BTCUSDT', unhashed, before))
    before = hash
    lines.push(line)
    records.push(tickRecord.parse({ ...unhashed, hash }))
  }
  return { lines, records }
}
const { lines, records } = linesAndRecords(40)
const former = linesAndRecords(10, 1)
const file: IndexFile = { lines, records, decimals: 2, terms: [TERMS] }
const fault = (change: Partial<IndexFile>) => findIndexFault({ ...file, ...change }, sha256)
const changed = (n: number, change: (line: PublishedInputs) => PublishedInputs) =>
  lines.map((line, index) => (index === n ? change(line) : line))

it('finds nothing in a file that is as the feed made it', () => {
  expect(fault({})).toBeNull()
  expect(findIndexFault({ lines, records: null, decimals: 2 }, sha256)).toBeNull()
  expect(fault({ records: records.slice(5), lines: lines.slice(5) })).toBeNull()
})

it('finds nothing in prices from before stamps decided, by the terms of their time', () => {
  expect(fault({ ...former, terms: [FORMER_TERMS] })).toBeNull()
  expect(fault({ ...former, terms: [TERMS, FORMER_TERMS] })).toBeNull()
  expect(fault({ terms: [FORMER_TERMS] })).toBeNull()
})

it.each<[string, () => Partial<IndexFile>, ReturnType<typeof fault>]>([
  [
    'a price',
    () => ({
      lines: changed(6, (line) => ({
        ...line,
        price: records[7]?.kind === 'tick' ? records[7].price : line.price,
      })),
    }),
    { fault: 'price', line: 7, seq: 7 },
  ],
  [
    'a line that comes again',
    () => ({ lines: [...lines.slice(0, 9), ...lines.slice(8)] }),
    { fault: 'sequence', line: 10, seq: 9 },
  ],
  [
    'a line that is left out',
    () => ({ lines: lines.filter(({ seq }) => seq !== 20) }),
    { fault: 'missing', line: null, seq: 20 },
  ],
  [
    'terms with less time',
    () => ({ terms: [{ ...TERMS, freshMs: 104 }] }),
    { fault: 'stale', line: 1, seq: 1 },
  ],
  [
    'terms with less time on the way',
    () => ({ terms: [{ ...TERMS, lateMs: 24 }] }),
    { fault: 'stale', line: 1, seq: 1 },
  ],
  [
    'prices without corrected stamps under terms that ask for them',
    () => ({ ...former, terms: [TERMS] }),
    { fault: 'stale', line: 1, seq: 1 },
  ],
  [
    'terms with a smaller spread',
    () => ({ terms: [{ ...TERMS, spreadBps: 0 }] }),
    { fault: 'spread', line: 1, seq: 1 },
  ],
  [
    'another record in the history',
    () => ({
      records: records.map((record) =>
        record.seq === 30 ? { ...record, timeMs: lines[28]?.timeMs ?? record.timeMs } : record,
      ),
    }),
    { fault: 'record', line: 30, seq: 30 },
  ],
  [
    'a record without inputs in the history',
    () => ({ records: records.filter(({ seq }) => seq !== 3) }),
    { fault: 'record', line: 3, seq: 3 },
  ],
])('names %s', (_, change, found) => {
  expect(fault(change())).toEqual(found)
})

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-index-'))
})
afterAll(() => rmSync(folder, { recursive: true }))
const save = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const textOf = (all: readonly object[]) => all.map((each) => `${JSON.stringify(each)}\n`).join('')
function verify(...args: string[]) {
  const ran = spawnSync(process.execPath, ['scripts/verify-index.ts', 'BTCUSDT', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return { status: ran.status, text: ran.stdout + ran.stderr }
}

it('passes the download of a server, alone and with its history and terms', () => {
  const inputs = save('inputs.ndjson', textOf(lines))
  const history = save('ticks.ndjson', textOf(records))
  const numbers = { decimals: 2, needed: 3, leadMs: 1_000, ...TERMS }
  const index = { venues: [...VENUES], symbols: {}, ...numbers }
  const terms = save(
    'terms.json',
    JSON.stringify({ terms: [{ symbol: 'BTCUSDT', text: JSON.stringify({ index, bandBps: 1 }) }] }),
  )
  expect(verify(inputs)).toEqual({
    status: 0,
    text: '40 prices of BTCUSDT, not compared with a history: nothing wrong\n1 passed, 0 failed\n',
  })
  expect(verify(inputs, history, '--terms', terms).text).toBe(
    '40 prices of BTCUSDT, compared with the history: nothing wrong\n1 passed, 0 failed\n',
  )
})

it('names the line in which one digit was altered', () => {
  const all = textOf(lines).split('\n')
  const altered = all.map((line, n) =>
    n === 16 ? line.replace('"price":"61', '"price":"62') : line,
  )
  const { status, text } = verify(save('altered.ndjson', altered.join('\n')))
  expect(text).toContain('line 17, record 17: its trades are not those that its hash names')
  expect(status).toBe(1)
})

it('fails for lines that are none, for an empty file, and without a product that it knows', () => {
  expect(verify(save('none.ndjson', `${textOf(lines.slice(0, 2))}{"seq":3}\n`))).toMatchObject({
    status: 1,
    text: expect.stringContaining('line 3 of'),
  })
  expect(verify(save('empty.ndjson', '')).text).toContain('the file has no lines')
  expect(verify().status).toBe(2)
})
