/**
 * The ids of the page elements that carry data. This file has no schemas, so that the small inline scripts of the page
 * can import it.
 */
import type { SentSnapshot } from '#contract/page-snapshot.ts'

/** The id of the element that holds the embedded data (contract/page-snapshot.ts). The built page holds null. */
export const PAGE_SNAPSHOT_ID = 'page-snapshot'
/** The id of the element that names the files which the page may need at its start (`StartFiles`). */
export const START_FILES_ID = 'start-files'
/** The id of the element with the texts of the first picture (`FirstTexts`). */
export const FIRST_TEXTS_ID = 'first-texts'
/** What the page says before the app has loaded, in the default language. */
export interface FirstTexts {
  /** The language of these texts. */
  language: string
  welcome: {
    title: string
    lead: string
    /** The title and the text of each. */
    promises: [string, string][]
    enter: string
  }
  /** Above the list of products, for those who are not logged in. */
  visitor: string
}

/** Addresses of files of the build. */
export interface StartFiles {
  /** The first texts of each language. */
  texts: Record<string, string>
  /** The table of pages, which every first page but the product list needs. */
  pages: string
  /** The code of pages where visits begin, by address. */
  code: Record<string, string[]>
}

const before = `id="${PAGE_SNAPSHOT_ID}">`

/** The built page with the data embedded. Every `<` of the data is escaped, so that the data cannot end its element. */
export const pageWith = (html: string, known: SentSnapshot): string =>
  html.replace(
    `${before}null<`,
    () => `${before}${JSON.stringify(known).replaceAll('<', String.raw`\u003c`)}<`,
  )
