import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { z } from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints/all.ts'
import { fieldIssues } from '#contract/field-issues.ts'

type Leaf = readonly [path: string, schema: z.core.$ZodType]

/** The strings of a schema, by their path. */
function stringsOf(schema: z.core.$ZodType, path: string): Leaf[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'string') return [[path, schema]]
  if (def.type === 'object')
    return Object.entries(def.shape).flatMap(([name, inner]) => stringsOf(inner, `${path}.${name}`))
  if (def.type === 'array') return stringsOf(def.element, path)
  if (def.type === 'union') return def.options.flatMap((option) => stringsOf(option, path))
  return 'innerType' in def ? stringsOf(def.innerType, path) : []
}

const accepts = (schema: z.core.$ZodType, text: string): boolean =>
  (schema as z.ZodMiniType).safeParse(text).success

/** No text of others is refused for its script, its length or its emoji. */
const ORDINARY = [
  'Anna Example',
  '\u6f22\u5b57 \u304b\u306a \u7b2c\u56db',
  'Nguy\u1ec5n \ud83d\udc69\u200d\ud83d\udd2c ok',
]

/** Strings of requests that take any text. */
const FREE: readonly Leaf[] = Object.values(ENDPOINTS)
  .flatMap((area) => Object.values<Endpoint>(area))
  .flatMap(({ method, path, body }) =>
    body === undefined ? [] : stringsOf(body, `${method} ${path}`),
  )
  .filter(([, schema]) => ORDINARY.every((text) => accepts(schema, text)))

/** Compared, never shown; or held to more, which tests/property/deceptive-text.test.ts checks. */
const NOT_SHOWN =
  /assword$|\.epoch$|\/session(\/challenge)?\.(name|account)$|\.termsId$|^(PUT|POST) \S*payout\S*\.(account|proposed)\./
/** Compared with what an account has. */
const COMPARED = /\/recoveries(\/veto)?\.(account|word)$/

const SHOWN = FREE.filter(([path]) => !NOT_SHOWN.test(path) && !COMPARED.test(path))

const DIRECTIONS = [
  0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069,
].map((code) => String.fromCodePoint(code))
const INVISIBLE = [
  0x00ad, 0x034f, 0x115f, 0x180e, 0x200b, 0x200c, 0x200d, 0x2060, 0x2800, 0x3164, 0xfe0f, 0xfeff,
  0xffa0, 0xe0041, 0xe000,
].map((code) => String.fromCodePoint(code))

it('finds every text that a request can have', () => {
  expect(SHOWN.map(([path]) => path).toSorted()).toMatchInlineSnapshot(`
    [
      "POST /desk/announcements.texts.de",
      "POST /desk/announcements.texts.en",
      "POST /desk/announcements.texts.fr",
      "POST /desk/announcements.texts.id",
      "POST /desk/announcements.texts.ja",
      "POST /desk/announcements.texts.ko",
      "POST /desk/announcements.texts.th",
      "POST /desk/announcements.texts.vi",
      "POST /desk/announcements.texts.zh-CN",
      "POST /desk/announcements.texts.zh-TW",
      "POST /desk/brand.brand.links.others.label",
      "POST /desk/brand.brand.name",
      "POST /desk/brand.brand.office.address",
      "POST /desk/brand.brand.office.hours",
      "POST /desk/brand.brand.office.name",
      "POST /desk/fund-rates.why",
      "POST /desk/legal-texts.texts.de",
      "POST /desk/legal-texts.texts.en",
      "POST /desk/legal-texts.texts.fr",
      "POST /desk/legal-texts.texts.id",
      "POST /desk/legal-texts.texts.ja",
      "POST /desk/legal-texts.texts.ko",
      "POST /desk/legal-texts.texts.th",
      "POST /desk/legal-texts.texts.vi",
      "POST /desk/legal-texts.texts.zh-CN",
      "POST /desk/legal-texts.texts.zh-TW",
      "POST /desk/news.texts.de.body",
      "POST /desk/news.texts.de.title",
      "POST /desk/news.texts.en.body",
      "POST /desk/news.texts.en.title",
      "POST /desk/news.texts.fr.body",
      "POST /desk/news.texts.fr.title",
      "POST /desk/news.texts.id.body",
      "POST /desk/news.texts.id.title",
      "POST /desk/news.texts.ja.body",
      "POST /desk/news.texts.ja.title",
      "POST /desk/news.texts.ko.body",
      "POST /desk/news.texts.ko.title",
      "POST /desk/news.texts.th.body",
      "POST /desk/news.texts.th.title",
      "POST /desk/news.texts.vi.body",
      "POST /desk/news.texts.vi.title",
      "POST /desk/news.texts.zh-CN.body",
      "POST /desk/news.texts.zh-CN.title",
      "POST /desk/news.texts.zh-TW.body",
      "POST /desk/news.texts.zh-TW.title",
      "POST /desk/passkeys.name",
      "POST /desk/payout-changes.why",
      "POST /desk/photos/:id/opening.why",
      "POST /desk/support/:account/messages.text",
      "POST /factors/passkeys.name",
      "POST /nickname.nickname",
      "POST /support/messages.text",
      "POST /verification.idNumber",
      "POST /verification.name",
      "PUT /safety-word.word",
    ]
  `)
})

it.each(SHOWN)('%s refuses controls of the direction anywhere', (_path, schema) => {
  fc.assert(
    fc.property(fc.constantFrom(...DIRECTIONS), fc.nat(11), (sign, at) => {
      const text = `${'Anna Example'.slice(0, at + 1)}${sign}${'Anna Example'.slice(at + 1)}x`
      const result = (schema as z.ZodMiniType).safeParse(text, { reportInput: true })
      expect(result.error && fieldIssues(result.error)).toEqual([{ path: '', code: 'deceptive' }])
    }),
  )
})

it.each(SHOWN)('%s refuses what no one can see', (_path, schema) => {
  const blank = fc.constantFrom(...INVISIBLE, ' ', '\u3000')
  fc.assert(
    fc.property(fc.array(blank, { minLength: 4, maxLength: 6 }), (signs) => {
      const text = `${INVISIBLE[4]}${signs.join('')}${INVISIBLE[4]}`
      expect(accepts(schema, text)).toBe(false)
      expect(accepts(schema, `${text}ab cd`)).toBe(true)
    }),
  )
})
