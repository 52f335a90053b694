/** Every text that promises something about money, orders, results or data names the test that makes it true. */
import { expect, it } from 'vitest'
import { HARMLESS, PROOFS } from './promises.ts'
import { files, read } from './repository.ts'

const WORDS =
  'never|always|nothing|only|no one|can’t|cannot|at once|(?:are|is)n’t affected' +
  '|even while|immediately|in full|every'
const PROMISING = new RegExp(`\\b(${WORDS})\\b`, 'i')

/** Each text by its key, such as `fund:tab.cancelOver`. */
function* textsOf(value: unknown, key: string): Generator<[key: string, text: string]> {
  if (typeof value === 'string') yield [key, value]
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value))
    yield* textsOf(part, key.endsWith(':') ? `${key}${name}` : `${key}.${name}`)
}
const promising = files(/\.json$/, ['locales/en']).flatMap(({ path, text }) => {
  const namespace = /([^/]+)\.json$/.exec(path)?.[1] ?? ''
  return [...textsOf(JSON.parse(text), `${namespace}:`)]
    .filter(([, words]) => PROMISING.test(words))
    .map(([key]) => key)
})

const keysIn = (texts: string): string[] => texts.trim().split(/\s+/)
const listed = [
  ...PROOFS.flatMap(([, , texts]) => keysIn(texts)),
  ...Object.values(HARMLESS).flatMap(keysIn),
]

it('names a test for each promise, or why there is none to keep', () => {
  expect(promising.filter((key) => !listed.includes(key))).toEqual([])
})

it('names each text once, and none that is gone or promises nothing any more', () => {
  expect(listed.filter((key, at) => !promising.includes(key) || listed.indexOf(key) < at)).toEqual(
    [],
  )
})

it.each(PROOFS)('finds in %s: %s', (file, title) => {
  expect(read(file)).toContain(`'${title}'`)
})
