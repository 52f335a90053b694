/** Whether an object of a JSON text has two values under one name, which JSON.parse passes over. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g

/** Of a text that is no JSON it says anything. */
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
      const name = text.includes('\\') ? unescaped(text) : text
      if (names?.has(name)) return true
      names?.add(name)
    }
  }
  return false
}

function unescaped(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return text
  }
}
