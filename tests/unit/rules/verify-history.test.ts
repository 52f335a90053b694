import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readCheckpointText } from '#rules/checkpoint.ts'
import { ordinaryLog, settledReceipt } from '#support/settled-receipt.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const receipt = settledReceipt(ordinaryLog(100_010))
const { records, checkpoint } = receipt.exit
let folder = ''
let key = ''
let pages = ''

const save = (name: string, text: string): string => {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}
const linesOf = (all: readonly object[]): string =>
  save('ticks.ndjson', all.map((record) => `${JSON.stringify(record)}\n`).join(''))

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-history-'))
  key = save('key.pem', receipt.keys[0]?.publicKey ?? '')
  const facts = readCheckpointText(checkpoint?.text ?? '')
  const page = { checkpoints: [{ ...checkpoint, ...facts }], keys: receipt.keys }
  pages = save('checkpoints.json', JSON.stringify(page))
})
afterAll(() => rmSync(folder, { recursive: true }))

function verify(file: string, ...more: string[]) {
  const args = ['scripts/verify-history.ts', 'EURUSD', file, '--checkpoints', pages, ...more]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return { status, text: stdout + stderr }
}

it('says how far the signed heads cover a whole history', () => {
  const { status, text } = verify(linesOf(records), '--key', key)
  expect(text).toContain(
    'records 1 to 46, 1 signed heads, covered to record 46, 0 acceptances and refusals counted: nothing wrong',
  )
  expect(status).toBe(0)
})

it.each([
  ['an empty file', () => [], 'the file has no records'],
  ['half a file', () => records.slice(0, 23), 'ends before record 46, which a checkpoint signed'],
])('does not pass %s', (_, part, words) => {
  const { status, text } = verify(linesOf(part()), '--key', key)
  expect(text).toContain(words)
  expect(status).toBe(1)
})

it('does not pass a history that no signed head covers, nor one signed by a key that is not known', () => {
  const file = linesOf(records)
  const none = save('none.json', JSON.stringify({ checkpoints: [], keys: [] }))
  const args = ['scripts/verify-history.ts', 'EURUSD', file, '--checkpoints', none, '--key', key]
  const bare = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  expect(bare.stdout).toContain('no signed head covers')
  expect(bare.status).toBe(1)
  const unknown = verify(file)
  expect(unknown.text).toContain('checkpoint 30 is not signed by a known key')
  expect(unknown.status).toBe(1)
})

it('names a file of other content in one line', () => {
  const { status, text } = verify(save('odd.txt', 'no record\n'), '--key', key)
  expect(status).toBe(2)
  expect(text).toContain('line 1: a record of /api/ticks expected')
})
