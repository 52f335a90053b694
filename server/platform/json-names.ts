/** What JSON.parse passes over: two values under one name, and strings that are no text. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g

/** Of a text that is no JSON these say anything. */
export function hasRepeatedName(json: string): boolean {
  // An array has no names.
  const open: (Set<string> | null)[] = []
  let text = ''
  for (const [token] of json.matchAll(TOKENS)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(null)
    else if (token === '}' || token === ']') open.pop()
    else if (token !== ':') text = token
    else {
      const names = open.at(-1)
      // Escapes are another spelling of the same name.
      const name = unescaped(text)
      if (names?.has(name)) return true
      names?.add(name)
    }
  }
  return false
}

/** Half of a pair of surrogates, which no database stores. */
export function hasBrokenText(json: string): boolean {
  for (const [token] of json.matchAll(TOKENS)) {
    if (token.includes('\\u') && !unescaped(token).isWellFormed()) return true
  }
  return false
}

function unescaped(text: string): string {
  try {
    return String(JSON.parse(text))
  } catch {
    return text
  }
}
