/**
 * Leaves out of the libraries of the first load what the app never uses but a bundler has to keep. The build fails if
 * a new version of such a library is not written as expected.
 */
import type { Plugin } from 'vite'
import { withoutMethods, withoutWarnings } from './removals.ts'

interface Trim {
  file: RegExp
  /** A text of the file that is meant. */
  mark: string
  replace: (code: string) => string
}

const CHANGED = 'A library has changed: see scripts/build/trimmed.ts'

/** Replaces a text that must occur. */
function swap(code: string, from: string | RegExp, to: string): string {
  const swapped = code.replace(from, to)
  if (swapped === code) throw new Error(CHANGED)
  return swapped
}

/**
 * Nothing that the app subscribes to is an async iterable or a readable stream, and nothing else needs the helpers of
 * tslib.
 */
const withoutAsync = (code: string): string =>
  ['isAsyncIterable', 'isReadableStreamLike'].reduce(
    (left, test) =>
      swap(left, new RegExp(`^ *if \\(${test}\\(input\\)\\) \\{\\n.*\\n *\\}\\n`, 'm'), ''),
    code,
  )

/**
 * The app has a `HashRouter`, so no route loads data. Links preload pages only for apps that React Router's framework
 * builds.
 */
const withoutDataRouter = (code: string): string =>
  [
    [/React\d*\.createElement\(PrefetchPageLinks, \{ page: href \}\)/, 'null'],
    [/usePrefetchBehavior\(\s*prefetch,\s*rest\s*\)/, '[false, null, {}]'],
    [
      'return isDataRoute ? useNavigateStable() : useNavigateUnstable();',
      'return useNavigateUnstable();',
    ],
    [
      'return dataRouterState && (match.route.ErrorBoundary ||',
      'return false && (match.route.ErrorBoundary ||',
    ],
    ['var ENABLE_DEV_WARNINGS = true;', 'var ENABLE_DEV_WARNINGS = false;'],
    // A component that a function makes, or that gets a name for React's tools, counts as used.
    [/^\w+\.displayName = "\w+";$/gm, ''],
    [/^var \w+ = (?=React\d*\.(forwardRef|memo|createContext)\()/gm, '$&/* @__PURE__ */ '],
  ].reduce((left, [from = '', to]) => swap(left, from, String(to)), code)

/** Methods of i18next that neither the app nor the rest of i18next calls with the app's options. */
export const UNUSED_METHODS = {
  Logger: ['clone', 'deprecate', 'once'],
  ResourceStore: [
    'addResource',
    'addResources',
    'removeResourceBundle',
    'removeNamespaces',
    'getResourceBundle',
    'toJSON',
  ],
  PluralResolver: ['needsPlural', 'getPluralFormsOfKey'],
  Translator: ['getUsedParamsDetails'],
  Interpolator: ['nest'],
  Connector: ['saveMissing'],
  I18n: [
    'hydrate',
    'exists',
    'loadLanguages',
    'dir',
    'cloneInstance',
    'toJSON',
    'setDefaultNamespace',
  ],
} as const

/**
 * The app's texts have no formats (src/i18n/format.ts formats numbers and times before they are inserted) and do not
 * contain other texts. The app finds them by keys, not by functions, adds none and stores none that is missing. It says
 * which language to use.
 */
const withoutUnusedOfI18next = (code: string): string =>
  withoutMethods(
    [
      'formatter = Formatter;',
      /^ *if \(opt\.nest !== false\) res = .*?^ *\}, opt\);\n/ms,
      /^ {6}if \(!objectNotReturned && \(usedKey \|\| .*?^ {6}\}\n/ms,
      /^ {4}if \(lng\?\.toLowerCase\(\) === 'cimode'\) \{\n.*?^ {4}\}\n/ms,
      /^ {6}if \(this\.modules\.languageDetector\) \{\n.*?^ {6}\}\n/ms,
      /^ {6}if \(this\.modules\.i18nFormat\) \{\n.*?^ {6}\}\n/ms,
      /^ {4}const storeApiChained = .*?^ {4}\}\);\n/ms,
      /^ {4}if \(!lng && this\.services\.languageDetector && .*?\} else (?=\{\n *setLng\(lng\);)/ms,
      /(?<=^function keysFromSelector\(selector, opts\) \{\n).*?(?=^\}\n)/ms,
    ].reduce<string>((left, unused) => swap(left, unused, ''), code),
    UNUSED_METHODS,
  )

/** Methods of a socket that neither the app nor the rest of Socket.IO calls with the app's options. */
export const UNUSED_BY_SOCKETS = {
  Socket: [
    'send',
    'emitWithAck',
    '_addToQueue',
    'compress',
    'timeout',
    'volatile',
    'onAny',
    'prependAny',
    'offAny',
    'listenersAny',
    'onAnyOutgoing',
    'prependAnyOutgoing',
    'offAnyOutgoing',
    'listenersAnyOutgoing',
  ],
} as const

/** The app and its server speak in text. Bytes from elsewhere end the connection, as any other wrong packet does. */
const withoutBytes = (code: string): string =>
  withoutMethods(swap(code, 'if (hasBinary(obj)) {', 'if (false) {'), {
    Encoder: ['encodeAsBinary'],
    BinaryReconstructor: ['takeBinaryData', 'finishedReconstruction'],
  })

const TRIMS: readonly Trim[] = [
  {
    file: /\/socket\.io-client\/.*\/socket\.js$/,
    mark: 'emitWithAck(ev, ...args)',
    replace: (code) => withoutMethods(code, UNUSED_BY_SOCKETS),
  },
  {
    file: /\/socket\.io-parser\/.*\/index\.js$/,
    mark: 'class BinaryReconstructor ',
    replace: withoutBytes,
  },
  // The app's sockets use one transport of three (streams/wire/socket-transport.ts) and so never change it.
  {
    file: /\/engine\.io-client\/.*\/transports\/index\.js$/,
    mark: `import { WS } from "./websocket.node.js";`,
    replace: () =>
      `import { WS } from './websocket.node.js'\nexport const transports = { websocket: WS }`,
  },
  {
    file: /\/engine\.io-client\/.*\/socket\.js$/,
    mark: 'this._probe(this._upgrades[i]);',
    replace: (code) => swap(code, /^ {4}_probe\(name\) \{\n.*?^ {4}\}\n/ms, '    _probe() {}\n'),
  },
  // Its code runs when it is loaded, so it counts as used.
  {
    file: /\/engine\.io-client\/.*\/transports\/polling-xhr\.js$/,
    mark: 'Request.requestsCount = 0;',
    replace: () => 'export class XHR {}',
  },
  {
    file: /\/rxjs\/.*\/innerFrom\.js$/,
    mark: 'export function innerFrom(input)',
    replace: withoutAsync,
  },
  {
    file: /\/rxjs\/.*\/scheduled\.js$/,
    mark: 'export function scheduled(input, scheduler)',
    replace: withoutAsync,
  },
  {
    file: /\/i18next\/dist\/esm\/i18next\.js$/,
    mark: 'class I18n ',
    replace: (code) => withoutWarnings(withoutUnusedOfI18next(code)),
  },
  {
    file: /\/react-i18next\/dist\/es\/useTranslation\.js$/,
    mark: 'warnOnce(',
    replace: withoutWarnings,
  },
  {
    file: /\/react-router\/dist\/.*\/chunk-\w+\.mjs$/,
    mark: 'NavLink.displayName = "NavLink";',
    replace: (code) => withoutWarnings(withoutDataRouter(code)),
  },
]

export function trimmed(): Plugin {
  const done = new Set<Trim>()
  return {
    name: 'fairtick:trimmed',
    apply: 'build',
    transform: (code, id) => {
      const trim = TRIMS.find(({ file, mark }) => file.test(id) && code.includes(mark))
      if (trim === undefined) return null
      done.add(trim)
      return { code: trim.replace(code), map: null }
    },
    buildEnd: (error) => {
      if (error === undefined && done.size < TRIMS.length) throw new Error(CHANGED)
    },
  }
}
