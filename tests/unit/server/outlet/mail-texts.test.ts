import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { language as languageTag } from '#contract/language.ts'
import { mailKind, readMailTexts, writeMail } from '#server/outlet/mail-texts.ts'

const ADDRESS = 'https://app.example'
const texts = await readMailTexts()
const languages = languageTag.options

describe.each(languages)('mail in %s', (language) => {
  const words = texts.get(language)
  if (words === undefined) throw new Error(`no texts in ${language}`)

  it.each(mailKind.options)('of %s has no amount, no name and no number', (kind) => {
    const { subject, body } = writeMail(words, kind, {
      brand: 'Goldtick',
      address: ADDRESS,
      code: '12345678',
    })
    const code = kind === 'confirm' ? '12345678' : ''
    expect(`${subject}${body.replace('12345678', '')}`).not.toMatch(/\p{Nd}/u)
    expect(body.match(/\d+/g) ?? []).toEqual(code === '' ? [] : [code])
    expect(`${subject}${body}`).not.toMatch(/[{}]/)
    expect(`${subject}${body}`).not.toMatch(/[\p{Sc}\r]/u)
    expect(subject).toMatch(/^Goldtick\P{L}/u)
    expect(subject).not.toContain('\n')
    expect(body.match(/https?:\S+/g)).toEqual([ADDRESS])
  })

  it('has the name and address of the app as the only places that are filled in, and one code', () => {
    const source = readFileSync(`locales/${language}/outlet.json`, 'utf8')
    const slots = source.match(/\{\{[^}]*\}\}/g)?.toSorted()
    expect(slots?.filter((slot) => slot !== '{{brand}}')).toEqual(['{{address}}', '{{code}}'])
    expect(words.where).toContain('{{address}}')
    expect(words.kinds.confirm.text).toContain('{{code}}')
  })
})

it('has texts for every kind that the database tells of', () => {
  const sql = readFileSync('server/sql/functions/outlet.sql', 'utf8')
  const [, table = ''] = /function outlet_kind[^$]+\$\$([^$]+)\$\$/.exec(sql) ?? []
  const kinds = [...table.matchAll(/then '(\w+)'/g)].map(([, kind]) => kind)
  expect(kinds.length).toBeGreaterThan(5)
  expect(kinds.filter((kind) => !mailKind.safeParse(kind).success)).toEqual([])
  expect(readdirSync('locales').toSorted()).toEqual([...languages].toSorted())
})
