/** The oldest browsers that run the app, and a check that the build needs none of what they do not know. */
import type { Plugin, Rolldown } from 'vite'

/** docs/decisions/0060-browsers.md. Syntax and styles are built for them. */
export const BROWSERS = ['chrome109', 'edge109', 'firefox128', 'safari16.4', 'ios16.4']

interface BuiltIn {
  name: string
  used: RegExp
  /** How code that can do without it asks whether the browser has it. */
  guard?: RegExp
}
const method = (name: string, guard?: RegExp): BuiltIn => ({
  name,
  used: new RegExp(String.raw`\.${name}\(`),
  ...(guard && { guard }),
})

const HELPERS = 'map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find'

/** Built-ins that one of these browsers does not have, of which the compiler's `lib` covers our own code. */
const NEWER: readonly BuiltIn[] = [
  method('withResolvers'),
  method('fromAsync'),
  { name: 'Promise.try', used: /\bPromise\.try\b/ },
  { name: 'groupBy', used: /\b(Object|Map)\.groupBy\b/ },
  ...['toSorted', 'toReversed', 'toSpliced', 'isWellFormed', 'toWellFormed'].map((name) =>
    method(name),
  ),
  ...['isSubsetOf', 'isSupersetOf', 'isDisjointFrom', 'symmetricDifference'].map((name) =>
    method(name),
  ),
  {
    name: 'iterator helpers',
    used: new RegExp(String.raw`\.(keys|values|entries)\(\)\.(${HELPERS})\(`),
  },
  { name: 'Iterator.from', used: /\bIterator\.from\b/ },
  { name: 'ReadableStream.from', used: /\bReadableStream\.from\b/ },
  { name: 'Response.json', used: /\bResponse\.json\(/ },
  method('toBase64', /typeof \w+\.toBase64/),
  ...['getOrInsert', 'getOrInsertComputed', 'setFromBase64', 'waitAsync'].map((name) =>
    method(name),
  ),
  { name: 'AbortSignal.any', used: /\bAbortSignal\.any\(/, guard: /typeof [\w.]*AbortSignal\.any/ },
  { name: 'URL.canParse', used: /\bURL\.canParse\(/, guard: /typeof URL\.canParse/ },
  { name: 'URL.parse', used: /\bURL\.parse\(/ },
  { name: 'fromHex', used: /\bUint8Array\.fromHex\(/, guard: /typeof Uint8Array\.fromHex/ },
  {
    name: 'fromBase64',
    used: /\bUint8Array\.fromBase64\(/,
    guard: /typeof Uint8Array\.fromBase64/,
  },
  { name: 'RegExp.escape', used: /\bRegExp\.escape\b/ },
  { name: 'Intl.DurationFormat', used: /\bIntl\.DurationFormat\b/ },
  { name: 'Error.isError', used: /\bError\.isError\b/ },
  method('showPopover'),
  method('checkVisibility', /typeof [\w.]+\.checkVisibility/),
]

/** The built-ins of the list that the code uses without asking whether the browser has them. */
export const newerBuiltIns = (code: string): string[] =>
  NEWER.filter(({ used, guard }) => used.test(code) && guard?.test(code) !== true).map(
    ({ name }) => name,
  )

const MIXED = /color-mix\(in oklab,\s*var\(--color-/g
const MIXES = String.raw`color-mix\(in lab,\s*red,\s*red\)`
const BEFORE_MIX = new RegExp(
  String.raw`#[0-9a-f]{3,8}(;?\s*\}\s*@supports \(color:\s*${MIXES}\)\s*\{[^{}]*\{[^{}]*` +
    String.raw`color-mix\(in oklab,\s*var\((--color-[\w-]+)\))`,
  'g',
)

/**
 * Chrome 109 cannot mix colours. For such browsers Tailwind writes the mixed colour of the light theme, which would be
 * behind the light text of the dark one. They get the theme's own colour, opaque.
 */
export function withThemeColours(css: string): string {
  let replaced = 0
  const themed = css.replace(BEFORE_MIX, (_all, mixed: string, name: string) => {
    replaced += 1
    return `var(${name})${mixed}`
  })
  if (replaced !== (css.match(MIXED) ?? []).length)
    throw new Error('Tailwind writes mixed colours in another way')
  return themed
}

/** The code of a file of the build; workers are assets. */
const codeOf = (file: Rolldown.OutputChunk | Rolldown.OutputAsset): string =>
  file.type === 'chunk' ? file.code : file.fileName.endsWith('.js') ? String(file.source) : ''

/** Writes styles for the oldest browsers. Fails the build if its code, libraries included, needs such a built-in. */
export const olderBrowsers = (): Plugin => ({
  name: 'fairtick:older-browsers',
  apply: 'build',
  transform: {
    filter: { id: /\.css$/ },
    handler: (css) => ({ code: withThemeColours(css), map: null }),
  },
  generateBundle: (_options, bundle) => {
    const faults = Object.values(bundle)
      .map((file) => ({ fileName: file.fileName, newer: newerBuiltIns(codeOf(file)) }))
      .filter(({ newer }) => newer.length > 0)
      .map(({ fileName, newer }) => `${fileName}: ${newer.join(', ')}`)
    if (faults.length > 0) throw new Error(`Newer than the oldest browsers:\n${faults.join('\n')}`)
  },
})
