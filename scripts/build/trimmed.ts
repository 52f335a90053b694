/**
 * Leaves out of two libraries of the first load what the app never uses but a bundler has to keep. The build fails if
 * a new version of such a library is not written as expected.
 */
import type { Plugin } from 'vite'

interface Trim {
  file: RegExp
  /** A text of the code that is meant. */
  mark: string
  replace: (code: string) => string
}

const TRIMS: readonly Trim[] = [
  // The app's sockets use one transport of three (streams/wire/socket-transport.ts).
  {
    file: /\/engine\.io-client\/.*\/transports\/index\.js$/,
    mark: `import { WS } from "./websocket.node.js";`,
    replace: () =>
      `import { WS } from './websocket.node.js'\nexport const transports = { websocket: WS }`,
  },
  // A component that a function makes, or that gets a name for React's tools, counts as used. Links preload pages only
  // for apps that React Router's framework builds.
  {
    file: /\/react-router\/dist\/.*\/chunk-\w+\.mjs$/,
    mark: 'NavLink.displayName = "NavLink";',
    replace: (code) =>
      code
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
