/**
 * The ids of the page elements that carry data. This file has no schemas, so that the small inline scripts of the page
 * can import it.
 */
import type { SentSnapshot } from '#contract/page-snapshot.ts'

/** The id of the element that holds the embedded data (contract/page-snapshot.ts). The built page holds null. */
export const PAGE_SNAPSHOT_ID = 'page-snapshot'
/** The id of the element that maps each language to the file with its first texts. */
export const TEXT_FILES_ID = 'text-files'

const before = `id="${PAGE_SNAPSHOT_ID}">`

/** The built page with the data embedded. Every `<` of the data is escaped, so that the data cannot end its element. */
export const pageWith = (html: string, known: SentSnapshot): string =>
  html.replace(
    `${before}null<`,
    () => `${before}${JSON.stringify(known).replaceAll('<', String.raw`\u003c`)}<`,
  )
