import { expect, it } from 'vitest'
import { language } from '#contract/language.ts'
import {
  acceptedLanguage,
  readLinkPreviews,
  withPreview,
} from '#server/platform/http/link-preview.ts'

const PAGE = '<!doctype html><head><title>Fairtick</title></head><body><div id="root"></div></body>'

it.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['en;q=0.5, th ; q=0.9', 'th'],
  ['fr;q=0, en;q=0.1', 'en'],
  ['*', null],
  ['es,*;q=0.5', null],
  ['zh-TW', 'zh-TW'],
  [undefined, null],
])('reads %s as a wish for %s', (header, code) => {
  expect(acceptedLanguage(header)).toBe(code)
})

it('reads a long header at once', () => {
  const began = process.cpuUsage()
  expect(acceptedLanguage(`a${' '.repeat(15_000)}b;q=${'1'.repeat(100)}`)).toBeNull()
  expect(process.cpuUsage(began).user).toBeLessThan(100_000)
})

it('names the page in its language, and no address where none is set', async () => {
  const previews = await readLinkPreviews(null)
  expect([...previews.keys()]).toEqual(language.options)
  const preview = previews.get('de')
  if (preview === undefined) throw new Error('no preview in German')
  const html = withPreview(PAGE, preview, true)
  expect(html).toContain('<title>Fairtick · Steigt der Kurs oder fällt er?</title>')
  expect(html).toContain('<meta property="og:locale" content="de_DE">')
  expect(html).toMatch(/<noscript lang="de"><p[^>]*>Fairtick braucht JavaScript\./)
  expect(html).not.toMatch(/canonical|og:url|og:image|twitter/)
})

it('names its address and the picture of its language, with escaped texts', async () => {
  const previews = await readLinkPreviews('https://app.example')
  for (const [code, { head: named, picture }] of previews) {
    // A picture shows the name of the build, so it is apart.
    expect(named).not.toContain('og:image')
    const head = named + picture
    expect(head).toContain('<link rel="canonical" href="https://app.example/">')
    expect(head).toContain('<meta property="og:url" content="https://app.example/">')
    expect(head).toContain(
      `<meta property="og:image" content="https://app.example/pictures/preview-${code}.jpg">`,
    )
    // Nothing but whole elements.
    const rest = head.replaceAll(/<(meta|link)( [\w:-]+="[^"<]*")+>|<title>[^<]*<\/title>/g, '')
    expect(rest).toBe('')
  }
})
