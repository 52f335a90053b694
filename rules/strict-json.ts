/**
 * Reads JSON of receipts and histories as every reader does, in any language: whole numbers without a fraction or an
 * exponent, no larger than JavaScript holds exactly, nested no deeper than such files are, and texts of whole
 * characters. A reader in another language would otherwise read `1.0`, `1e3`, ten thousand brackets or half of a
 * surrogate pair in its own way.
 */

/** Deeper than any receipt or history. */
const DEPTH_MAX = 32
const TOKENS = /\\[\s\S]|["{}[\]]|-?\d[\d.eE+-]*/g
/** Half of a surrogate pair, as `JSON.stringify` writes it, which no UTF-8 text can hold. */
const LONE = /(?:^|[^\\])(?:\\\\)*\\ud[89a-f]/
const WHOLE = /^(?!-0$)-?\d+$/

/** Whether all numbers outside of strings are whole, and the nesting is not too deep. */
function isPlain(text: string): boolean {
  let depth = 0
  let isInString = false
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '"') isInString = !isInString
    else if (isInString) continue
    else if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    else if (!isWhole(token)) return false
    if (depth > DEPTH_MAX) return false
  }
  return true
}

/** The value of a text; undefined when it is not JSON, or not of this kind. */
export function strictJson(text: string): unknown {
  if (!isPlain(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return LONE.test(JSON.stringify(value)) ? undefined : value
  } catch {
    return undefined
  }
}

const isWhole = (token: string): boolean => WHOLE.test(token) && Number.isSafeInteger(Number(token))
