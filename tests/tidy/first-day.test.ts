/** Each block of docs/FIRST-DAY.md is run by tests/integration/first-day.deep.test.ts, or says why it cannot be. */
import { expect, it } from 'vitest'
import { pageBlocks } from '#support/page-blocks.ts'
import { read } from './repository.ts'

const page = read('docs/FIRST-DAY.md')

it('says of each block whether it is run, or why it cannot be', () => {
  const blocks = pageBlocks(page)
  expect(blocks.length).toBe([...page.matchAll(/^```\S/gm)].length)
  expect(blocks.filter(({ kind }) => kind === 'run').length).toBeGreaterThan(8)
  for (const [i, { kind, line }] of blocks.entries()) {
    const before = blocks[i - 1]?.kind ?? 'none'
    if (kind === 'shows')
      expect([line, before]).toEqual([line, expect.stringMatching(/run|server|proxy/)])
  }
})

it.each([
  '```sh',
  '```',
  '```sh runs',
  '```sh not run',
  '```sh not run: ',
  '```text',
  '```json run',
])('refuses a block that begins with %s', (fence) => {
  expect(() => pageBlocks(`${page}\n${fence}\ntrue\n\`\`\`\n`)).toThrow(/neither/)
})

it('shows after each step how to see that it worked', () => {
  const steps = page.split(/^## (?=\d)/m).slice(1)
  expect(steps).toHaveLength(9)
  const silent = steps.filter(
    (step) => step.includes('```sh run') && !step.includes('```text shows'),
  )
  // The names are only set.
  expect(silent.map((step) => step.split('\n')[0])).toEqual(['1. Names'])
})
