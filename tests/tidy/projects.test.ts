import { isDeepStrictEqual } from 'node:util'
/** One TypeScript project per layer: each sees the layers below it, and only the types that its code may use. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { files, ROOT, read } from './repository.ts'

interface Layer {
  /** What it may import, besides itself. */
  below: readonly string[]
  dom: boolean
  node: boolean
  /** Folders and files of other places that belong to the same project. */
  also?: readonly string[]
}
const NEITHER = { dom: false, node: false }
const LAYERS: Readonly<Record<string, Layer>> = {
  contract: { below: [], ...NEITHER },
  rules: { below: ['contract'], ...NEITHER },
  streams: { below: ['contract', 'rules'], ...NEITHER },
  src: { below: ['contract', 'rules', 'streams'], dom: true, node: false },
  server: { below: ['contract', 'rules'], dom: false, node: true },
  tests: {
    below: ['contract', 'rules', 'streams', 'src', 'server'],
    dom: true,
    node: true,
    also: ['bench', 'examples', 'scripts', 'vite.config.ts', 'vitest.config.ts'],
  },
}
const NAMES = Object.keys(LAYERS)
/** docs/decisions/0060-browsers.md */
const RUNS_IN_BROWSERS = ['contract', 'rules', 'streams', 'src']

interface Config {
  extends?: string
  files?: string[]
  compilerOptions?: Record<string, unknown>
  references?: { path: string }[]
}
const config = (path: string): Config => JSON.parse(read(path)) as Config

const run = promisify(execFile)
/** Every file that the compiler reads for the project. */
async function filesOf(project: string): Promise<string[]> {
  const compiler = join(ROOT, 'node_modules/@typescript/native/bin/tsc')
  const args = [compiler, '-p', join(ROOT, project), '--listFilesOnly']
  const { stdout } = await run(process.execPath, args, { maxBuffer: 2 ** 24 })
  return stdout.split('\n').map((line) => line.trim().replaceAll('\\', '/'))
}
/** Those of the repository that are neither a package's nor a declaration that the compiler wrote for another layer. */
function sourcesIn(paths: readonly string[]): string[] {
  const root = ROOT.replaceAll('\\', '/')
  return paths
    .filter((path) => path.startsWith(root))
    .map((path) => path.slice(root.length))
    .filter((path) => /\.tsx?$/.test(path) && !/^(node_modules|\.tmp)\//.test(path))
}

it('builds every layer from the top', () => {
  const { files: alone, references } = config('tsconfig.json')
  expect(alone).toEqual([])
  expect(references?.map(({ path }) => path)).toEqual(NAMES)
})

describe.each(NAMES)('%s', (name) => {
  const { below, dom, node, also = [] } = LAYERS[name]!
  const listed = filesOf(name)

  it('sees the layers below it and no other', () => {
    const { references = [], compilerOptions = {}, ...rest } = config(`${name}/tsconfig.json`)
    expect(rest.extends).toBe('../tsconfig.base.json')
    expect(references.map(({ path }) => path)).toEqual(below.map((other) => `../${other}`))
    // Without it, a wrong import would add the file to the project instead of failing.
    if (name !== 'tests') expect(compilerOptions).not.toHaveProperty('composite')
  })

  it('has only the types that it may use', async () => {
    const paths = await listed
    expect(paths.some((path) => /\/lib\.(dom|webworker)\b/.test(path))).toBe(dom)
    expect(paths.some((path) => path.includes('/@types/node/'))).toBe(node)
  })

  it('knows no built-in that a browser may lack, where it runs in browsers', () => {
    const { target, lib } = config(`${name}/tsconfig.json`).compilerOptions ?? {}
    // Of a newer target are also flags of regular expressions.
    const old = { target: 'es2022', lib: ['es2022', ...(dom ? ['dom', 'dom.iterable'] : [])] }
    expect(isDeepStrictEqual({ target, lib }, old)).toBe(RUNS_IN_BROWSERS.includes(name))
  })

  it('checks every file of its folders', async () => {
    const places = [name, ...also]
    const expected = files(/\.tsx?$/).map(({ path }) => path)
    const belongs = (path: string): boolean =>
      places.some((place) => path === place || path.startsWith(`${place}/`))
    // The tests need the declarations by hand, too: no project emits those.
    const declared = (path: string): boolean => name === 'tests' && /^src\/.*\.d\.ts$/.test(path)
    const found = sourcesIn(await listed).filter((path) => !declared(path))
    expect(found.toSorted()).toEqual(expected.filter(belongs).toSorted())
  })
})

it('has no source outside the projects', () => {
  const places = Object.entries(LAYERS).flatMap(([name, { also = [] }]) => [name, ...also])
  const tops = new Set(files(/\.tsx?$/).map(({ path }) => path.split('/', 1).join('')))
  expect([...tops].toSorted()).toEqual(places.toSorted())
})

it('writes only where nothing is kept', () => {
  expect(config('tsconfig.base.json').compilerOptions).toMatchObject({
    composite: true,
    rootDir: '.',
    outDir: '.tmp/types',
  })
})

it('declares by hand only the globals that streams use', () => {
  const declared = files(/\.d\.ts$/, ['contract', 'rules', 'streams', 'server'])
  expect(declared.map(({ path }) => path)).toEqual(['streams/globals.d.ts'])
})
