/**
 * The ids of the page elements that carry data. This file has no schemas, so that the small inline scripts of the page
 * can import it.
 */
import { BUILT_NAME } from '#contract/built-name.ts'
import type { SentSnapshot } from '#contract/page-snapshot.ts'

/** The id of the element that holds the embedded data (contract/page-snapshot.ts). The built page holds null. */
export const PAGE_SNAPSHOT_ID = 'page-snapshot'
/** The id of the element that names the files which the page may need at its start (`StartFiles`). */
export const START_FILES_ID = 'start-files'
/** The id of the element with the colours of the brand. */
export const BRAND_STYLES_ID = 'brand-styles'
/** The pages that have a picture until the app has loaded (src/first/pictures.tsx). */
export type PictureName = 'list' | 'product' | 'welcome'
/** The id of the template of a picture. Its texts are in the language of its attribute `lang`. */
export const pictureId = (name: PictureName): string => `first-${name}`

/** Addresses of files of the build, and the text of the first picture that it shows in all languages. */
export interface StartFiles {
  /** The first texts of each language. */
  texts: Record<string, string>
  /** The table of pages, which every first page but the product list needs. */
  pages: string
  /** The code of pages where visits begin, by address. */
  code: Record<string, string[]>
  /** The code that reports errors to the server. */
  reports: string
  /** The word for practice money in the header, by language. */
  practice: Record<string, string>
}

/** What a page shows of a brand (contract/brand.ts). */
export interface PageBrand {
  revision: string
  name: string
  /** The styles that replace the colours of the build; empty for none. */
  styles: string
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' }
/** A text that can be written into HTML and into an attribute of it. */
export const escapedHtml = (text: string): string =>
  text.replace(/[&<"]/g, (sign) => ESCAPES[sign] ?? sign)

/** The built page under another name and with other colours. Its scripts stay as they are, as their hashes do. */
export function brandedPage(html: string, { revision, name, styles }: PageBrand): string {
  const shown = escapedHtml(name)
  return html
    .replace(/<script[\s\S]*?<\/script>|Fairtick/g, (part) => (part === BUILT_NAME ? shown : part))
    .replace('<html', () => `<html data-brand-revision="${revision}"`)
    .replace('</head>', () => `<style id="${BRAND_STYLES_ID}">${styles}</style></head>`)
}

const before = `id="${PAGE_SNAPSHOT_ID}">`

/** The built page with the data embedded. Every `<` of the data is escaped, so that the data cannot end its element. */
export const pageWith = (html: string, known: SentSnapshot): string =>
  html.replace(
    `${before}null<`,
    () => `${before}${JSON.stringify(known).replaceAll('<', String.raw`\u003c`)}<`,
  )
