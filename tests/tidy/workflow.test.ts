import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { read } from './repository.ts'

const scalar = z.union([z.string(), z.number(), z.boolean()])

/** Strict, because a forge ignores or refuses a key that it does not know. */
const step = z
  .strictObject({
    name: z.string().optional(),
    if: z.string().optional(),
    uses: z
      .string()
      .regex(/^actions\/(checkout|setup-node|upload-artifact)@v\d+$/)
      .optional(),
    with: z.record(z.string(), scalar).optional(),
    run: z.string().optional(),
    env: z.strictObject({ JOURNEYS: z.literal('all') }).optional(),
  })
  .refine(({ uses, run }) => (uses === undefined) !== (run === undefined), 'uses or run')
const job = z.strictObject({
  if: z.string(),
  strategy: z
    .strictObject({ 'fail-fast': z.boolean(), matrix: z.record(z.string(), z.array(scalar)) })
    .optional(),
  'runs-on': z.string(),
  'timeout-minutes': z.int().max(180),
  steps: z.array(step).min(1),
})
const workflow = z.strictObject({
  name: z.string(),
  on: z.strictObject({
    push: z.strictObject({ branches: z.array(z.string()) }),
    pull_request: z.null(),
    schedule: z.array(z.strictObject({ cron: z.string().regex(/^\d+ \d+( [\d*]+){3}$/) })),
    workflow_dispatch: z.null(),
  }),
  // The forge gives its token no other right.
  permissions: z.strictObject({ contents: z.literal('read') }),
  concurrency: z.strictObject({ group: z.string(), 'cancel-in-progress': z.string() }),
  jobs: z.record(z.string(), job),
})

const text = read('.github/workflows/ci.yml')
const { jobs } = workflow.parse(parse(text))
const steps = Object.entries(jobs).flatMap(([name, each]) =>
  each.steps.map((step) => ({ job: name, ...step })),
)

it('runs the short suite on Linux and macOS and the deep one on Linux', () => {
  const commands = (name: string): string[] =>
    steps.flatMap(({ job, run }) => (job === name && run?.startsWith('npm') ? [run] : []))
  expect(commands('short')).toEqual(['npm start -- --help', 'npm test'])
  expect(commands('deep')).toEqual(['npm run test:deep'])
  expect(jobs['short']?.strategy?.matrix).toEqual({ os: ['ubuntu-latest', 'macos-latest'] })
  expect(jobs['deep']?.['runs-on']).toBe('ubuntu-latest')
})

it('names only scripts of package.json', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')))
  const named = [...text.matchAll(/run: npm (?:run )?([\w:-]+)/g)].map(([, name = '']) => name)
  expect(named).toHaveLength(3)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

it('names only values that a job has', () => {
  const own = Object.values(jobs).map((each) => JSON.stringify(each))
  const places = Object.values(jobs).map(({ strategy }) => Object.keys(strategy?.matrix ?? {}))
  for (const [i, each] of own.entries()) {
    const used = [...each.matchAll(/matrix\.(\w+)/g)].map(([, name]) => name)
    expect(places[i]).toEqual([...new Set(used)])
  }
})

it.each(Object.keys(jobs))('%s keeps the reports of a failed run and no credentials', (name) => {
  const own = steps.filter(({ job }) => job === name)
  const [first, last] = [own.at(0), own.at(-1)]
  expect(first).toMatchObject({
    uses: expect.stringMatching(/checkout/),
    with: { 'persist-credentials': false },
  })
  // Without it, the hidden folder of the reports is left out.
  expect(last).toMatchObject({ if: '${{ !cancelled() }}', with: { 'include-hidden-files': true } })
  expect(String(last?.with?.['path']).trim().split('\n')).toEqual([
    '.tmp/test/*.xml',
    'test-results/',
  ])
})

it('installs the fonts that npm test installs where it may', () => {
  const [, list = ''] = /const FONTS = \[(.*)\]/.exec(read('scripts/setup.mjs')) ?? []
  const fonts = [...list.matchAll(/'([\w-]+)'/g)].map(([, name]) => name)
  expect(fonts.length).toBeGreaterThan(0)
  const installs = steps.filter(({ run }) => run?.includes('apt-get install'))
  expect(installs).toHaveLength(2)
  for (const { run } of installs) expect(run?.trim().endsWith(fonts.join(' '))).toBe(true)
})

it('says that it has not run yet, here and in docs/TESTING.md', () => {
  expect(text).toMatch(/^# Untried: /)
  expect(read('docs/TESTING.md')).toContain('has not run on a forge yet')
})
