/**
 * The ids of the page elements that carry data. This file has no schemas, so that the small inline scripts of the page
 * can import it.
 */
import type { SentSnapshot } from '#contract/page-snapshot.ts'

/** The id of the element that holds the embedded data (contract/page-snapshot.ts). The built page holds null. */
export const PAGE_SNAPSHOT_ID = 'page-snapshot'
/** The id of the element that names the files which the page may need at its start (`StartFiles`). */
export const START_FILES_ID = 'start-files'
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
  /** The word for practice money in the header, by language. */
  practice: Record<string, string>
}

const before = `id="${PAGE_SNAPSHOT_ID}">`

/** The built page with the data embedded. Every `<` of the data is escaped, so that the data cannot end its element. */
export const pageWith = (html: string, known: SentSnapshot): string =>
  html.replace(
    `${before}null<`,
    () => `${before}${JSON.stringify(known).replaceAll('<', String.raw`\u003c`)}<`,
  )
