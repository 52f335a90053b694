/**
 * Which packages of the lockfile an installation needs, and how large they are as installed here.
 * `node scripts/packages.ts` prints the table; `node scripts/packages.ts --server <folder>` writes the package.json and
 * the lockfile of a server with a built app into the folder, for `npm ci` there.
 */
import { existsSync, globSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MB = 1_000_000
const NODE = '@fairtick/node'

const names = z.record(z.string(), z.string()).default({})
const entry = z.looseObject({
  version: z.string().optional(),
  link: z.boolean().optional(),
  dev: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
  peerDependenciesMeta: z.record(z.string(), z.looseObject({})).default({}),
})
type Entry = z.output<typeof entry>
const lockfile = z.looseObject({ packages: z.record(z.string(), entry) })

export const readLock = (path = 'package-lock.json') =>
  lockfile.parse(JSON.parse(readFileSync(join(ROOT, path), 'utf8'))).packages
type Packages = ReturnType<typeof readLock>

const manifest = z.looseObject({ dependencies: names, optionalDependencies: names })
const readManifest = () =>
  manifest.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))

const IMPORTS = [
  /^(?:import|export)\s(?:[^'";]*?\sfrom\s)?'([^'.#][^']*)'/gm,
  /\b(?:import|import\.meta\.resolve)\(\s*'([^'.#][^']*)'/g,
]

/** The packages that these files import, by name. */
export function importedBy(patterns: readonly string[]): ReadonlySet<string> {
  const found = globSync([...patterns], { cwd: ROOT }).flatMap((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8')
    return IMPORTS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name))
  })
  const packages = found
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
    .filter((name) => /^(@[\w-]+\/)?[\w.-]+$/.test(name))
  return new Set(packages)
}

/** The code of the server, and of the commands with which an operator manages it. */
const SERVER = [
  '{server,contract,rules}/**/*.ts',
  'scripts/{operator,sessions,verify-*,receipt-tools}.ts',
]

/** Where Node finds the package when a package imports it; null when it is not installed. */
function locate(packages: Packages, name: string, from: string): string | null {
  for (
    let place = from;
    ;
    place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))
  ) {
    const path = `${place}${place === '' ? '' : '/'}node_modules/${name}`
    if (path in packages) return path
    if (place === '') return null
  }
}

/** What a package needs besides itself. */
function neededBy({ dependencies, optionalDependencies, ...peers }: Entry): string[] {
  const isOptional = (name: string): boolean => name in peers.peerDependenciesMeta
  const required = Object.keys(peers.peerDependencies).filter((name) => !isOptional(name))
  return [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...required]
}

/** Paths in the lockfile of these packages and of all that they need. */
function closure(packages: Packages, roots: Iterable<string>): Set<string> {
  const found = new Set<string>()
  const add = (name: string, from: string): void => {
    const path = locate(packages, name, from)
    if (path !== null) found.add(path)
  }
  for (const name of roots) add(name, '')
  for (const path of found) {
    const part = packages[path]
    for (const name of part === undefined ? [] : neededBy(part)) add(name, path)
  }
  return found
}

/** What a server with a built app needs, without Node itself. */
function serverRoots(): string[] {
  const { optionalDependencies } = readManifest()
  return [...importedBy(SERVER), ...Object.keys(optionalDependencies)]
}

const sizes = new Map<string, number>()
/** In bytes, without the packages inside of this one, which are counted by themselves. */
function sizeOf(path: string): number {
  const stored = sizes.get(path)
  if (stored !== undefined) return stored
  const folder = join(ROOT, path)
  const size = globSync('**/*', { cwd: folder, exclude: ['node_modules'] })
    .map((name) => lstatSync(join(folder, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0)
  sizes.set(path, size)
  return size
}

interface Group {
  packages: number
  megabytes: number
}

/** npm leaves out what is made for other systems. */
function measure(packages: Packages, paths: Iterable<string>): Group {
  const here = [...paths].filter(
    (path) => path.includes('node_modules/') && existsSync(join(ROOT, path)),
  )
  const bytes = here.filter((path) => packages[path]?.link !== true).map(sizeOf)
  return { packages: here.length, megabytes: bytes.reduce((sum, size) => sum + size, 0) / MB }
}

/** What `npm start` installs, the same where the system has a new enough Node, and what a server alone needs. */
export function groups(): Record<'start' | 'startOnOwnNode' | 'server' | 'all', Group> {
  const packages = readLock()
  const all = Object.keys(packages)
  const start = all.filter((path) => packages[path]?.dev !== true)
  const node = new Set([
    `node_modules/${NODE}`,
    ...closure(packages, Object.keys(packages['node']?.optionalDependencies ?? {})),
  ])
  return {
    start: measure(packages, start),
    startOnOwnNode: measure(
      packages,
      start.filter((path) => !node.has(path)),
    ),
    server: measure(packages, closure(packages, serverRoots())),
    all: measure(packages, all),
  }
}

function writeServer(folder: string): void {
  const whole = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const { name, version, license, type, imports, dependencies, optionalDependencies } =
    readManifest()
  const roots = serverRoots()
  const wanted = new Set(roots)
  const own = Object.fromEntries(Object.entries(dependencies).filter(([each]) => wanted.has(each)))
  const made = { name, version, private: true, license, type, imports }
  const needs = { dependencies: own, optionalDependencies }
  const kept = closure(lockfile.parse(whole).packages, roots)
  const entries = Object.entries(whole.packages).filter(([path]) => kept.has(path))
  const lock = {
    ...whole,
    packages: { '': { name, version, license, ...needs }, ...Object.fromEntries(entries) },
  }
  mkdirSync(folder, { recursive: true })
  const write = (file: string, value: unknown): void =>
    writeFileSync(join(folder, file), `${JSON.stringify(value, null, 2)}\n`)
  write('package.json', { ...made, ...needs })
  write('package-lock.json', lock)
  writeFileSync(join(folder, '.npmrc'), readFileSync(join(ROOT, '.npmrc')))
}

if (import.meta.main) {
  const [flag, folder] = process.argv.slice(2)
  if (flag === '--server' && folder !== undefined) writeServer(folder)
  else {
    const rows = Object.entries(groups())
    for (const [name, { packages, megabytes }] of rows)
      console.log(
        `${name.padEnd(16)}${`${packages}`.padStart(5)} packages ${megabytes.toFixed(0).padStart(5)} MB`,
      )
  }
}
