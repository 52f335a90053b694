/**
 * What the app's page says of itself to programs that do not run it, as search engines and messengers are, and to
 * people whose browsers run no scripts. It is the same for every address of the app: what follows the `#`, such as the
 * code of a shared receipt, never reaches the server.
 */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { BUILT_NAME } from '#contract/built-name.ts'
import { escapedHtml as escaped } from '#contract/page-elements.ts'
import { language as languageTag, type Language } from '#contract/language.ts'
import { matchLanguage } from '#rules/match-language.ts'

/** The texts of locales/<language>/preview.json. Their screens are for the manifest (scripts/installable.ts). */
const previewTexts = z.object({
  title: z.string(),
  description: z.string(),
  picture: z.string(),
  noScript: z.string(),
})

/** What is put into the page, under the name of the build: another one replaces it in the whole page. */
export interface LinkPreview {
  /** In place of the title. */
  head: string
  /** After it, unless the app has another name than in the picture. */
  picture: string
  /** At the end of the body. */
  end: string
}
/** The preview of each language. */
export type LinkPreviews = ReadonlyMap<Language, LinkPreview>

/** Of each picture; scripts/store-pictures.ts draws them, and a test of the repository reads their sizes. */
const PICTURE = { type: 'image/jpeg', width: 1200, height: 630 }

/** A locale as Open Graph writes it: `de_DE`. */
function graphLocale(language: Language): string {
  const { language: base, region } = new Intl.Locale(language).maximize()
  return `${base}_${region}`
}

function metaTags(attribute: 'name' | 'property', values: Readonly<Record<string, unknown>>) {
  return Object.entries(values).map(
    ([name, value]) => `<meta ${attribute}="${name}" content="${escaped(String(value))}">`,
  )
}

/** What needs an address: relative ones are read by few programs, and the header Host is the client's word. */
const addressTags = (address: string): string[] => [
  `<link rel="canonical" href="${address}/">`,
  ...metaTags('property', { 'og:url': `${address}/` }),
]

/** Needs an address, too. */
function pictureTags(address: string, language: Language, alt: string): string[] {
  const { type, width, height } = PICTURE
  return [
    ...metaTags('property', {
      'og:image': `${address}/pictures/preview-${language}.jpg`,
      'og:image:type': type,
      'og:image:width': width,
      'og:image:height': height,
      'og:image:alt': alt,
    }),
    ...metaTags('name', { 'twitter:card': 'summary_large_image' }),
  ]
}

async function previewIn(language: Language, address: string | null): Promise<LinkPreview> {
  const path = new URL(`../../../locales/${language}/preview.json`, import.meta.url)
  const texts = previewTexts.parse(JSON.parse(await readFile(path, 'utf8')))
  const title = `${BUILT_NAME} · ${texts.title}`
  const { description } = texts
  const tags = [
    `<title>${escaped(title)}</title>`,
    ...metaTags('name', { description }),
    ...metaTags('property', {
      'og:type': 'website',
      'og:site_name': BUILT_NAME,
      'og:locale': graphLocale(language),
      'og:title': title,
      'og:description': description,
    }),
    ...(address === null ? [] : addressTags(address)),
  ]
  const picture = address === null ? [] : pictureTags(address, language, texts.picture)
  const noScript = texts.noScript.replaceAll('{{brand}}', BUILT_NAME)
  return {
    head: tags.join(''),
    picture: picture.join(''),
    end: `<noscript lang="${language}"><p style="padding:1rem">${escaped(noScript)}</p></noscript>`,
  }
}

/** Reads the previews of all languages. `address`: the public address of the app, or null. */
export async function readLinkPreviews(address: string | null): Promise<LinkPreviews> {
  const previews = languageTag.options.map(
    async (language) => [language, await previewIn(language, address)] as const,
  )
  return new Map(await Promise.all(previews))
}

const TITLE = `<title>${BUILT_NAME}</title>`

/** The page with a preview. `isPictured`: whether the picture shows the app's name. */
export const withPreview = (
  html: string,
  { head, picture, end }: LinkPreview,
  isPictured: boolean,
): string =>
  html
    .replace(TITLE, () => (isPictured ? head + picture : head))
    .replace('</body>', () => `${end}</body>`)

const WEIGHTED = /^([\w-]+)(?:\s*;\s*q=(\d(?:\.\d+)?))?$/i

/**
 * What is shown to who asks for no language of the app. Programs that make previews send no Accept-Language, and who
 * reads their previews may know any language. The app itself still begins in its default language.
 */
export const PREVIEW_LANGUAGE: Language = 'en'

/** The language of the app that an Accept-Language header asks for, or null. */
export function acceptedLanguage(header: string | undefined): Language | null {
  const wanted = (header ?? '').split(',').flatMap((part) => {
    const [, tag, weight = '1'] = WEIGHTED.exec(part.trim()) ?? []
    return tag === undefined || Number(weight) === 0 ? [] : { tag, weight: Number(weight) }
  })
  const tags = wanted.sort((a, b) => b.weight - a.weight).map(({ tag }) => tag)
  return matchLanguage(tags)
}
