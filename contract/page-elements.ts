/**
 * The ids of the page elements that carry data. This file has no schemas, so that the small inline scripts of the page
 * can import it.
 */
import type { SentKnown } from '#contract/first-known.ts'

/** The id of the element that holds the embedded data (contract/first-known.ts). The built page holds null. */
export const FIRST_KNOWN_ID = 'first-known'
/** The id of the element that maps each language to the file with its first texts. */
export const TEXT_FILES_ID = 'text-files'

const before = `id="${FIRST_KNOWN_ID}">`

/** The built page with the data embedded. Every `<` of the data is escaped, so that the data cannot end its element. */
export const pageWith = (html: string, known: SentKnown): string =>
  html.replace(
    `${before}null<`,
    () => `${before}${JSON.stringify(known).replaceAll('<', String.raw`\u003c`)}<`,
  )
