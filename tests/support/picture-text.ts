/** The texts of the README's pictures, by which the journeys notice that a picture is older than its screen. */

export const PICTURES = ['list', 'live', 'result', 'panes', 'receipt'] as const
export type Picture = (typeof PICTURES)[number]

/** An amount, a price, a time or a share. */
const FIGURE = /[−+-]?\d(?:[\d.,:]*\d)?[KMB%]?/g
/** How an order ended or would end now, which differs between any two visits. */
const OUTCOME = /\b(winning|losing|level|won|lost|draw|void)\b/i
const LETTER = /\p{L}/u

/** What stays the same when the prices, the times and the outcome of the order are others, each line once. */
export function lastingLines(texts: readonly string[]): string[] {
  const lines = texts.map((text) => text.replace(/\s+/g, ' ').trim().replace(FIGURE, '#'))
  return [...new Set(lines.filter((line) => LETTER.test(line) && !OUTCOME.test(line)))]
}

/** The texts of a screen as it is shown now. */
export interface ShownTexts {
  /** Those that a picture has for certain: not so near to its lower edge that a longer line could hide them. */
  certain: readonly string[]
  /** All that the page has, beyond the edges of the screen too. */
  all: readonly string[]
}

/** What a picture has that the page has no longer, and the reverse. Empty: the picture is up to date. */
export function pictureFaults(pictured: readonly string[], { certain, all }: ShownTexts): string[] {
  const onPage = new Set(lastingLines(all))
  const inPicture = new Set(pictured)
  return [
    ...pictured.filter((line) => !onPage.has(line)).map((line) => `only in the picture: ${line}`),
    ...lastingLines(certain)
      .filter((line) => !inPicture.has(line))
      .map((line) => `only on the page: ${line}`),
  ]
}
