/** docs/asvs.json: every requirement of the standard's first two levels once, with tests that are there. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ROOT, read } from './repository.ts'

const row = z.strictObject({
  id: z.string().regex(/^V([1-9]|1[0-7])\.\d{1,2}\.\d{1,2}$/),
  level: z.union([z.literal(1), z.literal(2)]),
  topic: z.string().min(4).max(80),
  status: z.enum(['pass', 'not_applicable', 'exception']),
  how: z.string().min(8).max(260),
  tests: z.array(z.string()),
})
const table = z.array(row).parse(JSON.parse(read('docs/asvs.json')))
const of = (status: string) => table.filter((each) => each.status === status)
const EXCEPTIONS_MAX = 5

it('has the 70 requirements of level 1 and the 183 of level 2, each once', () => {
  const levels = [1, 2].map((level) => table.filter((each) => each.level === level).length)
  expect(levels).toEqual([70, 183])
  expect(new Set(table.map(({ id }) => id)).size).toBe(table.length)
})

it('says in words of its own what each is about', () => {
  expect(new Set(table.map(({ topic }) => topic)).size).toBe(table.length)
  const quoted = table.filter(({ topic, how }) => /\bverify that\b/i.test(`${topic} ${how}`))
  expect(quoted).toEqual([])
})

it('has few exceptions, each with what would lift it, and all of them in SECURITY.md', () => {
  const exceptions = of('exception')
  expect(exceptions.length).toBeLessThanOrEqual(EXCEPTIONS_MAX)
  const security = read('docs/SECURITY.md')
  for (const { id, how } of exceptions) {
    expect(how).toContain('Lifted by')
    expect(security).toContain(`| ${id} |`)
  }
})

it('is counted in SECURITY.md as it is', () => {
  const counts = ['pass', 'not_applicable', 'exception'].map((status) => of(status).length)
  const [pass, none, open] = counts
  expect(read('docs/SECURITY.md')).toContain(
    `${pass} are met, ${none} do not apply, ${open} are open`,
  )
})

/** A placeholder stands for a value: what is before it is what the source holds. */
const literal = (title: string): string => title.split(/%[sij]|\$\{/)[0] ?? ''

describe.each(of('pass'))('$id, $topic', ({ tests }) => {
  it('names tests, and they are there', () => {
    expect(tests.length).toBeGreaterThan(0)
    for (const test of tests) {
      const [file = '', title = ''] = test.split(' › ')
      expect([file, existsSync(join(ROOT, file))]).toEqual([file, true])
      expect(title.length).toBeGreaterThan(4)
      const text = read(file).replaceAll("\\'", "'")
      const start = text.split(/\b(?:it|test|describe)(?:\.each)?\b/).some((part) => {
        const [, , quoted = ''] = /(['"`])((?:(?!\1)[\s\S])*)\1,/.exec(part) ?? []
        return quoted !== '' && (quoted.startsWith(title) || literal(title).startsWith(quoted))
      })
      expect([test, start || text.includes(title)]).toEqual([test, true])
    }
  })
})
