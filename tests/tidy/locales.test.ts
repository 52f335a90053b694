import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ERROR_CODES, fieldIssueCode } from '#contract/errors.ts'
import { LIVE_CATALOGUE } from '#server/market/catalogue.ts'
import { DESK_LANGUAGES } from '#i18n/languages.ts'
import { files, read, ROOT } from './repository.ts'

const LANGUAGES = ['zh-CN', 'zh-TW', 'en', 'ja', 'th', 'vi', 'id', 'ko', 'fr', 'de']
const ALL = readdirSync(join(ROOT, 'locales/zh-CN')).map((name) => name.replace('.json', ''))
/** The operators' desk is written in two languages, everything else in all. */
const namespacesOf = (language: string): string[] =>
  ALL.filter((name) => name !== 'desk' || DESK_LANGUAGES.some((code) => code === language))
const PLURAL = /_(zero|one|two|few|many|other)$/
const SUFFIXES: Record<string, string[]> = {
  en: ['one', 'other'],
  de: ['one', 'other'],
  fr: ['one', 'many', 'other'],
}

type Tree = { [key: string]: string | Tree }
function flat(tree: Tree, prefix = ''): Map<string, string> {
  const all = new Map<string, string>()
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') all.set(prefix + key, value)
    else for (const [k, v] of flat(value, `${prefix}${key}.`)) all.set(k, v)
  }
  return all
}
const table = (language: string, namespace: string): Map<string, string> => {
  const path = `locales/${language}/${namespace}.json`
  return existsSync(join(ROOT, path)) ? flat(JSON.parse(read(path)) as Tree) : new Map()
}
const bare = (keys: Iterable<string>): string[] =>
  [...new Set([...keys].map((key) => key.replace(PLURAL, '')))].sort()
/** Each text may name the app, whether the source does so or not. */
const slots = (text: string): string[] =>
  [...text.matchAll(/{{\s*([\w]+)/g)]
    .map((m) => m[1] ?? '')
    .filter((slot) => slot !== 'brand')
    .sort()

/** Words that are the same in a language by nature: names, units, symbols. */
const SAME_ALLOWED = new Set(JSON.parse(read('tests/tidy/same-in-english.json')) as string[])

it('offers the ten languages of the spec', () => {
  expect(readdirSync(join(ROOT, 'locales')).sort()).toEqual([...LANGUAGES].sort())
})

it('has every text by which a journey finds its way', () => {
  const missing = files(/\.ts$/, ['tests/e2e', 'scripts']).flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:say|text|speech\([^)]*\))\('(\w+):([\w.]+)'/g)]
      .filter(([, namespace = '', key = '']) => !table('en', namespace).has(key))
      .map(([, namespace, key]) => `${path}: ${namespace}:${key}`),
  )
  expect(missing).toEqual([])
})

describe.each(LANGUAGES)('%s', (language) => {
  const namespaces = namespacesOf(language)
  it('has a file per namespace and no other', () => {
    const found = readdirSync(join(ROOT, `locales/${language}`)).map((name) => name.slice(0, -5))
    expect(found.sort()).toEqual([...namespaces].sort())
  })

  it.each(namespaces)('%s has the keys of the source', (namespace) => {
    expect(bare(table(language, namespace).keys())).toEqual(bare(table('zh-CN', namespace).keys()))
  })

  it('fills every text and keeps the slots of the source', () => {
    const faults = namespaces.flatMap((namespace) => {
      const source = table('zh-CN', namespace)
      return [...table(language, namespace)].flatMap(([key, text]) => {
        const original = source.get(key) ?? source.get(key.replace(PLURAL, '_other'))
        if (text.trim() === '') return [`${namespace}:${key} is empty`]
        if (original === undefined) return []
        const mine = slots(text)
        const theirs = slots(original)
        const fits = key.endsWith('_one')
          ? mine.every((slot) => theirs.includes(slot))
          : mine.join() === theirs.join()
        return fits
          ? []
          : [`${namespace}:${key} has {{${mine.join()}}}, the source {{${theirs.join()}}}`]
      })
    })
    expect(faults).toEqual([])
  })

  it('hides a hyphen only inside a word, never where a sign belongs', () => {
    const faults = namespaces.flatMap((namespace) =>
      [...table(language, namespace)]
        .filter(([, text]) => /(?<!\p{L})\u00AD|\u00AD(?!\p{L})/u.test(text))
        .map(([key]) => `${namespace}:${key}`),
    )
    expect(faults).toEqual([])
  })

  it('has the plural forms of its grammar', () => {
    const wanted = SUFFIXES[language] ?? ['other']
    const faults = namespaces.flatMap((namespace) => {
      const keys = [...table(language, namespace).keys()]
      const plural = new Set(
        keys.filter((key) => PLURAL.test(key)).map((key) => key.replace(PLURAL, '')),
      )
      return [...plural].flatMap((key) => {
        const forms = keys
          .filter((k) => k.replace(PLURAL, '') === key && k !== key)
          .map((k) => k.slice(key.length + 1))
        return [...forms].sort().join() === [...wanted].sort().join()
          ? []
          : [`${namespace}:${key} has ${forms.join()}`]
      })
    })
    expect(faults).toEqual([])
  })
})

it.each(LANGUAGES.filter((language) => language !== 'en'))(
  '%s is not English by neglect',
  (language) => {
    const same = namespacesOf(language).flatMap((namespace) => {
      const english = table('en', namespace)
      return [...table(language, namespace)]
        .filter(
          ([key, text]) =>
            english.get(key) === text && /[A-Za-z]{2}/.test(text.replace(/{{.*?}}/g, '')),
        )
        .filter(([, text]) => !SAME_ALLOWED.has(text))
        .map(([key, text]) => `${namespace}:${key} = ${text}`)
    })
    expect(same).toEqual([])
  },
)

it('has a text for every error code, field issue and product', () => {
  const errors = bare(table('zh-CN', 'errors').keys())
  const missing = [
    ...ERROR_CODES.filter((code) => !errors.includes(code)),
    ...fieldIssueCode.options.filter((code) => !errors.includes(`field.${code}`)),
    ...LIVE_CATALOGUE.map((product) => product.symbol).filter(
      (symbol) => !table('zh-CN', 'products').has(symbol),
    ),
  ]
  expect(missing).toEqual([])
})
