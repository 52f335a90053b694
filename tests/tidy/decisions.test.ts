/** The records in docs/decisions: few, in the index, and found by everything that refers to them. */
import { expect, it } from 'vitest'
import { files, lineCount, read } from './repository.ts'

const FOLDER = 'docs/decisions/'
const RECORDS = files(/\/\d{4}-[a-z0-9-]+\.md$/, ['docs/decisions'])
const NAMES = RECORDS.map(({ path }) => path.slice(FOLDER.length))
const INDEX = read(`${FOLDER}README.md`)

/** The anchors that a page's headings have. */
const anchorsOf = (text: string): Set<string> =>
  new Set(
    Array.from(text.matchAll(/^#+ (.+)$/gm), ([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )

it('has at most 40 records, each short and in the index once', () => {
  expect(NAMES.length).toBeGreaterThan(30)
  expect(NAMES.length).toBeLessThanOrEqual(40)
  expect(new Set(NAMES.map((name) => name.slice(0, 4))).size).toBe(NAMES.length)
  expect(RECORDS.filter((record) => lineCount(record) > 100).map(({ path }) => path)).toEqual([])
  const rows = Array.from(INDEX.matchAll(/^\| \[(\d{4})\]\((\1-[^)#]+)\) \| [^|\n]+ \|$/gm))
  expect(rows).toHaveLength(NAMES.length)
  expect(new Set(rows.map(([, , name]) => name))).toEqual(new Set(NAMES))
})

it('is referred to by records, headings and numbers that exist', () => {
  const anchors = new Map(
    RECORDS.map(({ path, text }) => [path.slice(FOLDER.length), anchorsOf(text)]),
  )
  const all = files(/\.(md|tsx?|sql|mjs)$/)
  const dead = all.flatMap(({ path, text }) => {
    const link = path.startsWith(FOLDER)
      ? /\]\((\d{4}-[a-z0-9-]+\.md)(?:#([a-z0-9-]+))?/g
      : /\bdecisions\/(\d{4}-[a-z0-9-]+\.md)(?:#([a-z0-9-]+))?/g
    const links = Array.from(text.matchAll(link))
      .filter(([, name = '', anchor]) => {
        const known = anchors.get(name)
        return known === undefined || (anchor !== undefined && !known.has(anchor))
      })
      .map(([found]) => `${path}: ${found}`)
    const numbers = Array.from(text.matchAll(/\bdecision (\d{4})\b/gi))
      .filter(([, number = '']) => !NAMES.some((name) => name.startsWith(number)))
      .map(([found]) => `${path}: ${found}`)
    return [...links, ...numbers]
  })
  expect(dead).toEqual([])
})
