/** Finds JSON that different parsers read differently, although JSON.parse accepts it. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g

/**
 * Whether an object has two values under one name, or a string has an unpaired surrogate, which the database cannot
 * store. For text that is not JSON the result is undefined.
 */
export function isAmbiguousJson(json: string): boolean {
  // Null stands for an array, which has no names.
  const open: (Set<string> | null)[] = []
  let text = ''
  for (const [token] of json.matchAll(TOKENS)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(null)
    else if (token === '}' || token === ']') open.pop()
    else if (token !== ':') {
      // Escapes are another spelling of the same text.
      text = token.includes('\\') ? unescaped(token) : token.slice(1, -1)
      if (!text.isWellFormed()) return true
    } else {
      const names = open.at(-1)
      if (names?.has(text)) return true
      names?.add(text)
    }
  }
  return false
}

function unescaped(token: string): string {
  try {
    return String(JSON.parse(token))
  } catch {
    return token
  }
}
