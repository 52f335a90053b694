/** The oldest browsers are served what they can run, and older ones are told so. */
import { expect, it } from 'vitest'
import { LANGUAGE_CODES } from '#i18n/languages.ts'
import { newerBuiltIns, withThemeColours } from '../../scripts/build/browsers.ts'
import { read } from './repository.ts'

const CHECK = /<head>\s*<script>(.*?)<\/script>/s

it.each(['index.html', 'desk.html'])(
  '%s first looks at the browser, in the oldest syntax',
  (page) => {
    const [, check = ''] = CHECK.exec(read(page)) ?? []
    expect(check).toContain('location="/old-browser.html"')
    expect(check).not.toMatch(/=>|`|\?\.|\?\?|\b(const|let|class|async)\b|catch\{/)
  },
)

it('says in every language that a browser is too old, on a page without scripts', () => {
  const page = read('public/old-browser.html')
  const lines = page.matchAll(/<p lang="([\w-]+)">.*?Fairtick.*?<\/p>/g)
  const said = [...lines].map(([, code = '']) => code)
  expect(said.toSorted()).toEqual(LANGUAGE_CODES.toSorted())
  expect(page).not.toContain('<script')
})

it('refuses newer built-ins in a build, unless the code asks for them first', () => {
  const refused = [
    'let a=Promise.withResolvers()',
    'e.toSorted((a,b)=>a-b)',
    'Object.groupBy(a,b)',
    'm.values().map(f)',
    'm.entries().forEach(f)',
    'AbortSignal.any([a,b])',
  ]
  expect(refused.map(newerBuiltIns).map(({ length }) => length)).toEqual([1, 1, 1, 1, 1, 1])
  expect(newerBuiltIns("typeof AbortSignal.any=='function'&&AbortSignal.any(a)")).toEqual([])
  expect(newerBuiltIns('[...m.values()].map(f);z.union([a]);e.sort()')).toEqual([])
})

it('gives browsers that cannot mix colours those of the theme in use', () => {
  const mixed = '@supports (color:color-mix(in lab, red, red)){'
  const rule = 'background-color:color-mix(in oklab, var(--color-page) 95%, transparent)'
  expect(withThemeColours(`.a{background-color:#f6f7fbf2}${mixed}.a{${rule}}}`)).toBe(
    `.a{background-color:var(--color-page)}${mixed}.a{${rule}}}`,
  )
  expect(() => withThemeColours(`.a{${rule}}`)).toThrow('mixed colours')
})
