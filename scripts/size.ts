/**
 * The size of the source, by layer: `node scripts/size.ts [folder] [--list]` counts this repository or another checkout
 * of it. `--list` names the short files that only one other file imports, and the exports that no other file uses.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path/posix'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { importsOf, targetOf } from './source-imports.ts'

const LAYERS = ['contract', 'rules', 'streams', 'server', 'src', 'tests', 'bench', 'scripts']
/** Layers in which a short file with one importer is a question, and not the rule. */
const SOURCE = new Set(['contract', 'rules', 'streams', 'server', 'src'])
const SLIVER_LINES = 20
const SHORT_LINES = 60

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false } },
})
const [root = '.'] = positionals
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const paths = execFileSync('git', ['-C', root, 'ls-files', ...LAYERS], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
const { imports } = z
  .looseObject({ imports: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')))

const EXPORT =
  /^export (?:async )?(?:const|let|function\*?|class|interface|type|enum) ([A-Za-z_$][\w$]*)/gm

const files = paths.map((path) => {
  const text = read(path)
  return {
    path,
    layer: path.split('/')[0] ?? '',
    lines: text.trimEnd().split('\n').length,
    words: new Set(text.match(/[A-Za-z_$][\w$]*/g)),
    uses: new Set(importsOf(text).flatMap((name) => targetOf(imports, path, name) ?? [])),
    exports: [...text.matchAll(EXPORT)].map(([, name]) => name ?? ''),
  }
})
type File = (typeof files)[number]

const importers = new Map<string, File[]>()
for (const file of files)
  for (const used of file.uses) importers.set(used, [...(importers.get(used) ?? []), file])
/** Tests are no reason for a file of its own. */
const sourceImporters = ({ path }: File): File[] =>
  (importers.get(path) ?? []).filter(({ layer }) => SOURCE.has(layer))
const shortWithOneImporter = (file: File): boolean =>
  SOURCE.has(file.layer) && file.lines <= SHORT_LINES && sourceImporters(file).length === 1
/** By name in the files that import it, so an export that is used under another name is counted too. */
const unusedExports = (file: File): string[] =>
  file.exports.filter(
    (name) => !(importers.get(file.path) ?? []).some((one) => one.words.has(name)),
  )

const row = (name: string, of: readonly File[]) => ({
  layer: name,
  files: of.length,
  lines: of.reduce((sum, { lines }) => sum + lines, 0),
  [`of ≤ ${SLIVER_LINES} lines`]: of.filter(({ lines }) => lines <= SLIVER_LINES).length,
  [`≤ ${SHORT_LINES} lines, one importer`]: of.filter(shortWithOneImporter).length,
  'exports used nowhere else': of.reduce((sum, file) => sum + unusedExports(file).length, 0),
})
const table = LAYERS.map((layer) =>
  row(
    layer,
    files.filter((file) => file.layer === layer),
  ),
)
console.table([...table, row('all', files)])

const folders = Map.groupBy(
  files.filter(({ layer }) => layer === 'src'),
  ({ path }) =>
    path
      .split('/')
      .slice(0, 3)
      .slice(0, path.split('/').length - 1)
      .join('/'),
)
console.table(
  [...folders].map(([folder, of]) => ({ folder, files: of.length, lines: row('', of).lines })),
)

if (values.list) {
  for (const file of files.filter(shortWithOneImporter))
    console.log(`${file.path} (${file.lines}) ← ${sourceImporters(file)[0]?.path}`)
  for (const file of files.filter(({ layer }) => SOURCE.has(layer)))
    for (const name of unusedExports(file)) console.log(`${file.path}: ${name}`)
}
