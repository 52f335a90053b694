import { expect, it } from 'vitest'
import { files, lineCount, type RepoFile, sources } from './repository.ts'

const TABLES = /(catalogue|common-passwords|\.sql|messages-table)/
const GENERATED = /resources\.d\.ts$/
const over = (limit: number, all: RepoFile[]): string[] =>
  all.filter((file) => lineCount(file) > limit).map((file) => `${file.path}: ${lineCount(file)}`)

it('keeps every source file within 300 lines, tables and SQL within 400', () => {
  const all = [...sources(), ...files(/\.(sql|css)$/, ['server', 'src'])]
  const ours = all.filter((file) => !GENERATED.test(file.path))
  expect(
    over(
      300,
      ours.filter((file) => !TABLES.test(file.path)),
    ),
  ).toEqual([])
  expect(
    over(
      400,
      ours.filter((file) => TABLES.test(file.path)),
    ),
  ).toEqual([])
})

it('keeps every page within 120 lines', () => {
  expect(over(120, files(/\.tsx$/, ['src/pages']))).toEqual([])
})

it('keeps the median source file within 80 lines and the ninth decile within 200', () => {
  const sizes = sources()
    .filter((file) => !GENERATED.test(file.path))
    .map(lineCount)
  sizes.sort((a, b) => a - b)
  expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThanOrEqual(80)
  expect(sizes[Math.floor(sizes.length * 0.9)]).toBeLessThanOrEqual(200)
})

/** A line of class names in a component cannot be broken. */
const isClassNames = (path: string, line: string): boolean =>
  path.endsWith('.tsx') && /^[^'"`]*['"`][^'"`]*['"`][^'"`]*$/.test(line)

const longLines = ({ path, text }: RepoFile): string[] =>
  text
    .split('\n')
    .flatMap((line, i) =>
      line.length > 120 && !isClassNames(path, line) ? [`${path}:${i + 1}: ${line.length}`] : [],
    )

it('keeps every line within 120 columns', () => {
  const all = [...sources(), ...files(/\.tsx?$/, ['tests', 'bench', 'scripts'])]
  expect(all.filter((file) => !GENERATED.test(file.path)).flatMap(longLines)).toEqual([])
})
