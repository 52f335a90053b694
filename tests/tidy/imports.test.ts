import { expect, it } from 'vitest'
import { type Aliases, importsOf, targetOf } from '../../scripts/source-imports.ts'
import { files, read, type RepoFile, sources } from './repository.ts'

const offenders = (all: RepoFile[], refuse: (file: RepoFile, name: string) => boolean): string[] =>
  all.flatMap((file) =>
    importsOf(file.text)
      .filter((name) => refuse(file, name))
      .map((name) => `${file.path} ← ${name}`),
  )

/** Library, and the only places that may import it. */
const OWNERS: readonly [RegExp, RegExp][] = [
  [/^socket\.io-client/, /^streams\/wire\//],
  [/^rxjs/, /^streams\//],
  [/^ky$/, /^src\/api\//],
  [/^i18next$/, /^src\/i18n\//],
  [/^lightweight-charts/, /^src\/features\/chart\//],
  [/^(pg|node-pg-migrate)$/, /^server\/(platform\/|.*-store\.ts)/],
]

it('gives each library one owner', () => {
  expect(
    offenders(sources(), (file, name) =>
      OWNERS.some(([library, owner]) => library.test(name) && !owner.test(file.path)),
    ),
  ).toEqual([])
})

it('loads parts of the app by the helpers that try again, because React takes the app away when one fails', () => {
  const lazily = files(/\.tsx?$/, ['src']).filter(({ text }) =>
    /\blazy\b[^;]*?from 'react'/.test(text),
  )
  expect(lazily.map(({ path }) => path)).toEqual(['src/lib/later.tsx'])
})

it('validates with the small zod in everything that a browser loads', () => {
  const loaded = files(/\.tsx?$/, ['contract', 'rules', 'streams', 'src'])
  expect(offenders(loaded, (_, name) => name === 'zod')).toEqual([])
})

it('keeps features apart', () => {
  const feature = (path: string): string | undefined => /features\/([^/]+)/.exec(path)?.[1]
  expect(
    offenders(files(/\.tsx?$/, ['src/features']), (file, name) => {
      const other = name.startsWith('#features/') ? feature(name.replace('#', 'src/')) : undefined
      return other !== undefined && other !== feature(file.path)
    }),
  ).toEqual([])
})

it('lets the tables of routes and pages alone import pages', () => {
  expect(
    offenders(
      files(/\.tsx?$/, ['src']),
      (file, name) => /pages\//.test(name) && !/^src\/(pages|app\/(routes|pages))/.test(file.path),
    ),
  ).toEqual([])
})

it('lets src reach streams through the index only', () => {
  expect(offenders(files(/\.tsx?$/, ['src']), (_, name) => name.startsWith('#streams/'))).toEqual(
    [],
  )
})

it('lets client and server meet in contract and rules only', () => {
  expect(
    offenders(files(/\.tsx?$/, ['src', 'streams']), (_, name) => /^#server|\/server\//.test(name)),
  ).toEqual([])
  expect(
    offenders(files(/\.ts$/, ['server']), (_, name) =>
      /^#(streams|features|ui|app|api|components|data|device|forms|i18n|lib|notifications|proof)/.test(
        name,
      ),
    ),
  ).toEqual([])
})

it('has no folder that climbs out of its room by a relative path', () => {
  const written = sources().filter((file) => !file.path.endsWith('resources.d.ts'))
  expect(offenders(written, (_, name) => name.startsWith('../../'))).toEqual([])
})

it('has no barrel but the streams index', () => {
  const barrels = files(/(^|\/)index\.tsx?$/, ['contract', 'rules', 'streams', 'src', 'server'])
  expect(barrels.map((file) => file.path)).toEqual(['streams/index.ts'])
})

const { imports: ALIASES } = JSON.parse(read('package.json')) as { imports: Aliases }

/** The folder or file directly in `parent` to which the path belongs. */
function childOf(parent: string, path: string): string | undefined {
  const start = parent === '' ? '' : `${parent}/`
  if (!path.startsWith(start)) return undefined
  return start + path.slice(start.length).split('/', 1).join('')
}

/** Child → child → one import as an example. Imports of types count: what names a type depends on its folder too. */
function dependenciesIn(parent: string): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>()
  for (const file of sources()) {
    const child = childOf(parent, file.path)
    if (child === undefined) continue
    const others = found.get(child) ?? new Map<string, string>()
    found.set(child, others)
    for (const name of importsOf(file.text)) {
      const target = targetOf(ALIASES, file.path, name)
      const other = target === undefined ? undefined : childOf(parent, target)
      if (other !== undefined && other !== child) others.set(other, `${file.path} ← ${name}`)
    }
  }
  return found
}

/** The shortest way from `start` back to it, an example import per step; empty when there is none. */
function cycleFrom(start: string, graph: Map<string, Map<string, string>>): string[] {
  const ways = new Map<string, string[]>([[start, []]])
  for (const [child, way] of ways) {
    for (const [other, example] of graph.get(child) ?? []) {
      const longer = [...way, `${child} → ${other}: ${example}`]
      if (other === start) return longer
      if (!ways.has(other)) ways.set(other, longer)
    }
  }
  return []
}

/** Every folder that contains folders; '' is the repository. */
const PARENTS = [
  ...new Set(
    sources().flatMap(({ path }) => {
      const folders = path.split('/').slice(0, -1)
      return folders.map((_, depth) => folders.slice(0, depth).join('/'))
    }),
  ),
]

it('has no ring of imports among the folders and files of a folder', () => {
  expect(PARENTS).toEqual(expect.arrayContaining(['', 'server', 'src', 'src/features']))
  const cycles = PARENTS.flatMap((parent) => {
    const graph = dependenciesIn(parent)
    return [...graph.keys()].map((child) => cycleFrom(child, graph))
  }).filter((cycle) => cycle.length > 0)
  const [shortest = []] = cycles.sort((a, b) => a.length - b.length)
  expect(shortest).toEqual([])
})
