/**
 * Leaves out of the libraries of the first load what the app never uses but a bundler has to keep. The build fails if
 * a new version of such a library is not written as expected.
 */
import type { Plugin } from 'vite'
import { withoutWarnings } from './warnings.ts'

interface Trim {
  file: RegExp
  /** A text of the code that is meant. */
  mark: string
  replace: (code: string) => string
}

/** Removes the branches of a function that handle the values of which these tests are true. */
const withoutBranches = (code: string, tests: readonly string[]): string =>
  code.replace(/^ *if \((\w+)\(input\)\) \{\n.*\n *\}\n/gm, (branch, test: string) =>
    tests.includes(test) ? '' : branch,
  )

const TRIMS: readonly Trim[] = [
  // The app's sockets use one transport of three (streams/wire/socket-transport.ts).
  {
    file: /\/engine\.io-client\/.*\/transports\/index\.js$/,
    mark: `import { WS } from "./websocket.node.js";`,
    replace: () =>
      `import { WS } from './websocket.node.js'\nexport const transports = { websocket: WS }`,
  },
  // Its code runs when it is loaded, so it counts as used.
  {
    file: /\/engine\.io-client\/.*\/transports\/polling-xhr\.js$/,
    mark: 'Request.requestsCount = 0;',
    replace: () => 'export class XHR {}',
  },
  // Nothing that the app subscribes to is an async iterable or a readable stream. Without them the helpers of tslib
  // are not needed either.
  {
    file: /\/rxjs\/.*\/innerFrom\.js$/,
    mark: 'if (isReadableStreamLike(input)) {',
    replace: (code) => withoutBranches(code, ['isAsyncIterable', 'isReadableStreamLike']),
  },
  {
    file: /\/rxjs\/.*\/scheduled\.js$/,
    mark: 'if (isReadableStreamLike(input)) {',
    replace: (code) => withoutBranches(code, ['isAsyncIterable', 'isReadableStreamLike']),
  },
  // The texts have no formats: src/i18n/format.ts formats numbers and times before they are inserted.
  {
    file: /\/i18next\/dist\/esm\/i18next\.js$/,
    mark: 'formatter = Formatter;',
    replace: (code) => withoutWarnings(code.replace('formatter = Formatter;', '')),
  },
  {
    file: /\/react-i18next\/dist\/es\/useTranslation\.js$/,
    mark: 'warnOnce(',
    replace: withoutWarnings,
  },
  // A component that a function makes, or that gets a name for React's tools, counts as used. Links preload pages only
  // for apps that React Router's framework builds.
  {
    file: /\/react-router\/dist\/.*\/chunk-\w+\.mjs$/,
    mark: 'NavLink.displayName = "NavLink";',
    replace: (code) =>
      code
        .replace('var ENABLE_DEV_WARNINGS = true;', 'var ENABLE_DEV_WARNINGS = false;')
        .replace(/React\d*\.createElement\(PrefetchPageLinks, \{ page: href \}\)/, 'null')
        .replace(/^\w+\.displayName = "\w+";$/gm, '')
        .replace(
          /^var \w+ = (?=React\d*\.(forwardRef|memo|createContext)\()/gm,
          '$&/* @__PURE__ */ ',
        ),
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
      if (error === undefined && done.size < TRIMS.length)
        throw new Error('A library has changed: see scripts/build/trimmed.ts')
    },
  }
}
