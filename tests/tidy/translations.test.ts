import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { read, ROOT } from './repository.ts'

type Tree = { [key: string]: string | Tree }
type Text = readonly [key: string, text: string]

const LANGUAGES = readdirSync(join(ROOT, 'locales'))
const flat = (tree: Tree, prefix: string): Text[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  )
/** All texts of a language by their key with its namespace: `orders:status.won`. */
const textsOf = (language: string): Text[] =>
  readdirSync(join(ROOT, 'locales', language)).flatMap((file) =>
    flat(JSON.parse(read(`locales/${language}/${file}`)) as Tree, `${file.slice(0, -5)}:`),
  )
const TEXTS = new Map(LANGUAGES.map((language) => [language, textsOf(language)]))
const keysWith = (language: string, pattern: RegExp): string[] =>
  (TEXTS.get(language) ?? []).filter(([, text]) => pattern.test(text)).map(([key]) => key)

/** The rows of the table `Words to avoid` in docs/translation-glossary.md: language, what to write, what to avoid. */
const AVOIDED = read('docs/translation-glossary.md')
  .split('\n')
  .flatMap((line) => {
    const [, language = '', write = '', pattern = ''] =
      /^\| (\S+) \| (.+?) \| `(.+)` \|$/.exec(line) ?? []
    return LANGUAGES.includes(language) ? [{ language, write, pattern }] : []
  })

describe('the glossary', () => {
  it('lists words to avoid in every language', () => {
    expect([...new Set(AVOIDED.map(({ language }) => language))].sort()).toEqual(
      [...LANGUAGES].sort(),
    )
    expect(AVOIDED.length).toBeGreaterThan(150)
  })

  it.each(LANGUAGES)('%s uses none of the words to avoid', (language) => {
    const found = AVOIDED.filter((row) => row.language === language).flatMap(({ write, pattern }) =>
      keysWith(language, new RegExp(pattern, 'u')).map((key) => `${key}: write ${write}`),
    )
    expect(found).toEqual([])
  })
})

/** Word joiners and zero-width characters break search and are read out. */
const INVISIBLE = /[\u200B-\u200D\u2060\uFEFF]/u
/** A decimal number. Network addresses and times such as `00.00 UTC` are none. */
const DECIMAL = /(?<![\d.,])\d+[.,]\d{1,2}(?![\d.,]| UTC)/u

describe.each(LANGUAGES)('%s', (language) => {
  it('has no invisible characters, and soft hyphens only in German', () => {
    expect(keysWith(language, INVISIBLE)).toEqual([])
    expect(language === 'de' ? [] : keysWith(language, /\u00AD/u)).toEqual([])
  })

  it('types no decimals, which each language writes in its own way', () => {
    expect(keysWith(language, DECIMAL)).toEqual([])
  })
})

/** Placeholders of whole numbers, followed by a word. */
const COUNTED = /\{\{(?:count|limit|orders|days|rows|decided)\}\} (?<word>\p{L}+)/u
/** Words after a count that are no nouns. */
const NO_NOUN = /^(of|can|in|von|ist|gleichzeitig|halten|überschreiten|sur|par|dans|maximum)$/
/** Texts whose count is fixed and above one. */
const FIXED = ['trust:odds.after', 'trust:statistics.recent']

it.each(['en', 'de', 'fr'])(
  '%s has plural forms where a count stands before a noun',
  (language) => {
    const found = (TEXTS.get(language) ?? []).filter(([key, text]) => {
      const word = COUNTED.exec(text)?.groups?.['word']
      const needsPlural = word !== undefined && !NO_NOUN.test(word) && !FIXED.includes(key)
      return needsPlural && !/_(one|many|other)$/.test(key)
    })
    expect(found).toEqual([])
  },
)

it('writes Japanese without spaces around values', () => {
  const kana = String.raw`[\u3040-\u30FF\u4E00-\u9FFF]`
  expect(keysWith('ja', new RegExp(`${kana} \\{\\{|\\}\\} ${kana}`, 'u'))).toEqual([])
})

it('writes Korean without particles in brackets', () => {
  expect(keysWith('ko', /[을를은는이가]\([을를은는이가]\)|\(으\)로/u)).toEqual([])
})

/** Their form depends on the last sound of what is filled in: a name that an operator chooses. 에서 and 입니다 have one. */
const KOREAN_PARTICLE =
  /\}\}(은|는|이|가|을|를|와|과|으로|로|이나|나|이랑|랑|이라며|라며|아|야)(?=[\s,.!?)’”]|$)/u
it('writes Korean without a particle after a value whose form depends on the value', () => {
  for (const text of ['{{brand}}은 앱', '{{name}}을', '{{brand}}이라며 '])
    expect(text).toMatch(KOREAN_PARTICLE)
  for (const text of ['{{brand}} 앱은', '{{brand}}에서 ', '{{limit}}입니다.'])
    expect(text).not.toMatch(KOREAN_PARTICLE)
  expect(keysWith('ko', KOREAN_PARTICLE)).toEqual([])
})

it.each([
  // Before a vowel these words lose their last letter.
  ['fr', /(?<!\p{L})(?:[djlmnst]e|la|(?:jus|lors|puis)?que) \{\{brand\}\}|’\{\{brand/iu],
  ['de', /\{\{brand\}\}(?:s|es|n|’)(?!\p{L})/u],
  ['en', /(?<!\p{L})an? \{\{brand\}\}/iu],
] as const)('%s fits any name of the app', (language, pattern) => {
  expect(keysWith(language, pattern)).toEqual([])
})

it('puts narrow spaces before French punctuation', () => {
  expect(keysWith('fr', /[^\u202F\u00A0\s][;!?](?=\s|$)| [;:!?»]|« /u)).toEqual([])
})

/** Wider words do not fit into the title of a page on a phone, and would break anywhere. */
const TITLE_WORD_MAX = 15
it.each(['de', 'fr', 'id', 'vi', 'en'])('%s has page titles whose words fit', (language) => {
  const titles = (TEXTS.get(language) ?? []).filter(([key]) => key.startsWith('tabs:pages.'))
  expect(titles.length).toBeGreaterThan(20)
  const wide = titles.filter(([, text]) =>
    text.split(/[\s\u00AD\u2010-]+/u).some((word) => word.length > TITLE_WORD_MAX),
  )
  expect(wide).toEqual([])
})
