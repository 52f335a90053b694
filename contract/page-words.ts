/** Names of the elements of the page that carry data, in a file without schemas: the page's own scripts read them. */
import type { SentKnown } from '#contract/first-known.ts'

/** What was known when the page was sent (contract/first-known.ts); null as it is built. */
export const FIRST_KNOWN_ID = 'first-known'
/** Which file holds a language's first texts. */
export const TEXT_FILES_ID = 'text-files'

const before = `id="${FIRST_KNOWN_ID}">`

/** The built page with what is known in it. Nothing in the data can end the element that holds it. */
export const pageWith = (html: string, known: SentKnown): string =>
  html.replace(
    `${before}null<`,
    () => `${before}${JSON.stringify(known).replaceAll('<', String.raw`\u003c`)}<`,
  )
