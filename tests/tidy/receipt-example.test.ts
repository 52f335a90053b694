/** The receipt in docs/VERIFY.md, from which others write their readers. */
import { expect, it } from 'vitest'
import { anyReceipt } from '#contract/settlement-receipt.ts'
import { checkReceipt } from '#rules/receipt-check.ts'
import { EXAMPLE_FILE, exampleReceipt } from '#support/example-receipt.ts'
import { readByPython } from '#support/receipt-readers.ts'
import { readingOfReport } from '#support/receipt-readings.ts'
import { toolsOf } from '../../scripts/receipt-tools.ts'
import { read } from './repository.ts'

const document = read('docs/VERIFY.md')
const file = read('docs/receipt-example.json')

/** Hashes, keys and signatures, which are others each time. */
const RANDOM = /[A-Za-z0-9+/]{40,}={0,2}|[0-9a-f]{16,}/g
const shapeOf = (text: string): unknown =>
  JSON.parse(text, (_name, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(RANDOM, '#') : value,
  )

/** The block with `…` outside of texts as an element or a field of its own. */
function shownReceipt(): unknown {
  const [, block = ''] =
    /^```json\n(\{\n {2}"format": "fairtick-settled-1"[^]*?)^```$/m.exec(document) ?? []
  const cut = block
    .replaceAll('{ … }', '{ "…": "…" }')
    .replaceAll('[ … ]', '[ "…" ]')
    .replaceAll(/^( *)…$/gm, '$1"…",')
  return JSON.parse(cut)
}

const isCut = (value: unknown): boolean =>
  value === '…' || (typeof value === 'object' && value !== null && '…' in value)

/** Whether a text is the whole one, but for the parts that were cut. */
function isText(shown: string, whole: string): boolean {
  const parts = shown.split('…').map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^]*')}$`).test(whole)
}

function isList(shown: readonly unknown[], whole: readonly unknown[]): boolean {
  if (shown.length === 0) return whole.length === 0
  const [first, ...rest] = shown
  if (first === '…') return whole.some((_, n) => isList(rest, whole.slice(n))) || rest.length === 0
  return whole.length > 0 && isShown(first, whole[0]) && isList(rest, whole.slice(1))
}

/** Whether a value of the document is that of the file. */
function isShown(shown: unknown, whole: unknown): boolean {
  if (isCut(shown)) return true
  if (typeof shown === 'string') return typeof whole === 'string' && isText(shown, whole)
  if (Array.isArray(shown)) return Array.isArray(whole) && isList(shown, whole)
  if (typeof shown !== 'object' || shown === null) return shown === whole
  if (typeof whole !== 'object' || whole === null) return false
  const names = new Set([...Object.keys(shown), ...Object.keys(whole)])
  return [...names].every((name) => isShown(Reflect.get(shown, name), Reflect.get(whole, name)))
}

/** The path of each value of the document that the file has otherwise. */
function* differences(shown: unknown, whole: unknown, path = ''): Generator<string> {
  if (isShown(shown, whole)) return
  const isObject = typeof shown === 'object' && shown !== null && !Array.isArray(shown)
  if (!isObject || typeof whole !== 'object' || whole === null) return yield path
  for (const name of new Set([...Object.keys(shown), ...Object.keys(whole)])) {
    yield* differences(Reflect.get(shown, name), Reflect.get(whole, name), `${path}.${name}`)
  }
}

it('is shown as its file has it', () => {
  expect([...differences(shownReceipt(), JSON.parse(file))]).toEqual([])
  const changed = file.replace('"payoutRate": 8500', '"payoutRate": 8501')
  expect([...differences(shownReceipt(), JSON.parse(changed))]).toEqual(['.order.payoutRate'])
})

it('is a receipt as a server writes it today: `node tests/support/example-receipt.ts` writes it again', () => {
  expect(shapeOf(file)).toEqual(shapeOf(JSON.stringify(exampleReceipt())))
  const formats = [...document.matchAll(/^Format (\d+) begins with/gm)].map(([, format]) =>
    Number(format),
  )
  const { entry } = anyReceipt.parse(JSON.parse(file))
  expect(entry.checkpoint?.text.split('\n')[0]).toBe(`fairtick-checkpoint-${Math.max(...formats)}`)
})

it('has only fields that the tables name', () => {
  const rows = document
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split(' | ')[0] ?? '')
  const named = new Set(
    rows.flatMap((row) => [...row.matchAll(/`([A-Za-z]+)`/g)].map(([, name]) => name)),
  )
  const { format: _, order, ...parts } = JSON.parse(file)
  const fields = [...Object.keys(parts), ...Object.keys(order)]
  expect(fields.filter((name) => !named.has(name))).toEqual([])
})

it('holds by the rules and by the reader in Python', async () => {
  const receipt = anyReceipt.parse(JSON.parse(file))
  expect(readingOfReport(await checkReceipt(receipt, toolsOf(receipt.keys)))).toBe('holds')
  const { status, text } = readByPython(EXAMPLE_FILE)
  expect(text).toContain(`${EXAMPLE_FILE} holds\n`)
  expect(status).toBe(0)
})
