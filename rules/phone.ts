/**
 * Reads phone numbers. The ranges of every country are those of libphonenumber. The app has its small metadata, which
 * knows lengths and leading digits; the server has the full metadata, so that it may refuse a range that is not in use.
 */

/** The parser of one set of metadata: `libphonenumber-js/min` or `libphonenumber-js/max`. */
type Parse = (
  text: string,
  options: { defaultCountry: 'CN'; extract: false },
) => { number: string; ext?: string; isValid(): boolean } | undefined

/**
 * Creates a reader of typed numbers. It returns the number in E.164, or null if no such number can exist in its
 * country. Numbers without a country code are of mainland China (specification, section 5). `00` may stand for `+`.
 */
export const phoneReader =
  (parse: Parse) =>
  (typed: string): string | null => {
    const bare = typed
      .normalize('NFKC')
      .replace(/\p{Cf}/gu, '')
      .replace(/[\s\p{Pd}().·・]/gu, '')
      .replace(/^00/, '+')
    const found = parse(bare, { defaultCountry: 'CN', extract: false })
    return found?.isValid() === true && found.ext === undefined ? found.number : null
  }
