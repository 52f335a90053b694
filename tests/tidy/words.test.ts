import { expect, it } from 'vitest'
import { files, type RepoFile, sources } from './repository.ts'

/** Words that may not be used, and why. Split so that this file does not name them itself. */
const BANNED: readonly [RegExp, string][] = [
  [/yue?bao/i, 'the balance fund is `fund` in code'],
  [/\bk-?line/i, 'a candle is a candle'],
  [/\bfreez(e|ing)\b(?!\()/i, 'money is held, not frozen'],
  [/\bTODO\b|\bFIXME\b|\bXXX\b/, 'an open end belongs in the issues'],
  [/vi\.(mock|doMock)\(/, 'inject instead of mocking a module'],
  [/\b(it|test|describe)\.(skip|only|todo)\b/, 'a skipped test proves nothing'],
  [/@ts-(ignore|nocheck|expect-error)/, 'fix the type'],
]
const MONEY_BANNED: readonly [RegExp, string][] = [
  [/\bparseFloat\(/, 'money and prices are never floats'],
  [/\.toFixed\(/, 'money and prices are never floats'],
]
const PURE_BANNED: readonly [RegExp, string][] = [
  [/\bDate\.now\(|new Date\(\)|Math\.random\(/, 'pure code gets its clock and chance injected'],
]

/** Phrases that sound translated, and what to write instead. Everyday words stay free. */
const IDIOMS: readonly [RegExp, string][] = [
  [/\b(nobody|somebody|anybody|everybody)\b/i, 'no one, someone, anyone, everyone, or the role'],
  [/\bwhoever\b/i, 'anyone who, or the role'],
  [/\banew\b/i, 'again'],
  [/\bthrice\b/i, 'three times'],
  [/\bput aside\b/i, 'rejected, quarantined'],
  [/\b(take|takes|taken|took) (it |them )?back\b/i, 'cancel, undo'],
  [/\blet go\b|\bgives? way\b/i, 'drop, yield'],
  [/\bstands? (in|here|there|beside)\b/i, 'is, is stored in, is listed in'],
  [/\bin its own time\b/i, 'when it is ready'],
  [/\bmend(s|ed)?\b/i, 'repair, fix'],
  [/\bgoes on\b|\bfrom a mark\b/i, 'continues, resumes, from a checkpoint'],
]

/** Comments of code, and Markdown without quoted code. */
function proseOf({ path, text }: RepoFile): string {
  const quoted = /`[^`\n]*`/g
  if (path.endsWith('.md')) return text.replaceAll(quoted, '')
  const comments = path.endsWith('.sql') ? /--.*/g : /\/\*[\s\S]*?\*\/|(?<![:'"`/])\/\/ .*/g
  return (text.match(comments) ?? []).join('\n').replaceAll(quoted, '')
}

const hits = (all: RepoFile[], rules: readonly [RegExp, string][]): string[] =>
  all.flatMap((file) =>
    file.text
      .split('\n')
      .flatMap((line, i) =>
        rules.filter(([word]) => word.test(line)).map(([, why]) => `${file.path}:${i + 1}: ${why}`),
      ),
  )

it('uses none of the banned words', () => {
  const code = [
    ...sources(),
    ...files(/\.(ts|tsx|mjs|sql)$/, ['tests', 'bench', 'scripts', 'server']),
  ]
  const others = code.filter((file) => file.path !== 'tests/tidy/words.test.ts')
  // Object.freeze is the language's word, and the path is a venue's; the spec's ten-language label is in locales only.
  const allowed = others.map((file) => ({
    ...file,
    text: file.text.replaceAll('Object.freeze', 'Object.seal').replaceAll('/api/v3/klines', ''),
  }))
  expect(hits(allowed, BANNED)).toEqual([])
})

it('is written in plain English', () => {
  const all = files(/\.(ts|tsx|mjs|css|sql|md)$/).filter(
    ({ path }) => !/^server\/migrations\/00[67]|^tests\/tidy\/words/.test(path),
  )
  expect(all.length).toBeGreaterThan(1_500)
  const prose = all.map((file) => ({ path: file.path, text: proseOf(file) }))
  expect(hits(prose, IDIOMS)).toEqual([])
  const sample = {
    path: 'a.ts',
    text: "/** Whoever stands here. */\nconst nobody = 'anew' // told anew",
  }
  expect(hits([{ ...sample, text: proseOf(sample) }], IDIOMS)).toHaveLength(3)
})

it('keeps floating point away from money and prices', () => {
  expect(
    hits(
      files(/\.ts$/, ['contract', 'rules', 'server/ledger', 'server/trading', 'server/cashier']),
      MONEY_BANNED,
    ),
  ).toEqual([])
})

it('keeps clocks and chance out of pure code', () => {
  expect(hits(files(/\.ts$/, ['contract', 'rules', 'streams/operators']), PURE_BANNED)).toEqual([])
})

it('has no suppression or any in contract, rules and streams', () => {
  const rules: readonly [RegExp, string][] = [
    [/oxlint-disable|eslint-disable|biome-ignore/, 'fix it instead'],
    [/\bas any\b|: any\b|<any>/, 'type it'],
    [/\bas unknown as\b/, 'parse it'],
  ]
  expect(hits(files(/\.ts$/, ['contract', 'rules', 'streams']), rules)).toEqual([])
})

it('begins every file of contract, rules, streams and server by saying what it is', () => {
  const silent = files(/\.ts$/, ['contract', 'rules', 'streams', 'server'])
    .filter((file) => !file.text.startsWith('/**'))
    .map((file) => file.path)
  const silentSql = files(/\.sql$/, ['server'])
    .filter((file) => !file.text.startsWith('--'))
    .map((f) => f.path)
  expect([...silent, ...silentSql]).toEqual([])
})

it('names every file and folder in kebab-case', () => {
  const odd = files(/./, [
    'contract',
    'rules',
    'streams',
    'src',
    'server',
    'tests',
    'bench',
    'scripts',
  ])
    .map((file) => file.path)
    .filter((path) => !path.split('/').every((part) => /^[a-z0-9]+([-.][a-z0-9]+)*$/.test(part)))
    .filter((path) => !/^server\/migrations\/\d{4}_[a-z0-9_]+\.sql$/.test(path))
  expect(odd).toEqual([])
})

it('speaks of the project alone', () => {
  const text = files(/\.(ts|tsx|mjs|sql|md|json|css|html|yml)$|\.ci\/run$/).filter(
    (file) => file.path !== 'tests/tidy/words.test.ts',
  )
  const rules: readonly [RegExp, string][] = [
    [new RegExp(['/wo', 'rk/'].join('')), 'a path of one machine'],
    [/"resolved": "https?:/, 'a registry host'],
    [new RegExp(['\\.\\./sha', 'red'].join('')), 'a folder outside the project'],
  ]
  const data = text.filter((file) => !file.path.startsWith('README'))
  expect(hits(data, rules)).toEqual([])
})
