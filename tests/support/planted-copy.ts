/** A copy of the repository in which a fault can be planted, and in which the parts of a suite run. */
import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import type { PlantedFault } from '#support/planted-faults.ts'

/** One run of the suite: the environment and arguments that select its tests. */
export interface Pass {
  env: Record<string, string>
  /** The Vitest projects of unit tests, and whether the tidy tests belong to it. */
  unit: readonly string[]
  tidy: boolean
  /** Of the fault scenarios. */
  scale: string
  /** `node scripts/test.mjs` with these arguments runs one whole part of the suite. */
  part: (name: string) => string[]
}

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** This test fails for every planted fault and would find all of them. */
const NOT_COPIED = 'tests/tidy/planted.test.ts'
const TEST_TIMEOUT_MS = 60_000
/** As the scenarios report a failure: the scenario and what failed. */
const FAILED = /^FAILED (\S+): (.*)$/m
const MAX_PART_MS = 45 * 60_000

interface Ran {
  code: number
  text: string
}
/** Of one text in one file. */
export type Change = Pick<PlantedFault, 'file' | 'find' | 'replace'>
/** A test that failed. */
export interface Failure {
  test: string
  why: string
  /** Runs only this test file, to prove that it passes without the fault. */
  control: (() => Promise<Failure | null>) | null
}
const firstLine = (text: string): string =>
  stripVTControlCharacters(text)
    .split('\n')
    .find((line) => line.trim() !== '')
    ?.trim() ?? ''

interface VitestReport {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

export const isSource = (file: string): boolean => /\.tsx?$/.test(file)

/** By file: the files that import it. */
function importersOf(files: readonly string[]): Map<string, string[]> {
  const { imports }: { imports: Record<string, string> } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  )
  const resolve = (file: string, name: string): string => {
    if (name.startsWith('.')) return join(dirname(file), name)
    const folder = `${name.split('/')[0]}/`
    return join(
      imports[name] ?? imports[`${folder}*`]?.replace('*', name.slice(folder.length)) ?? name,
    )
  }
  const importers = new Map<string, string[]>()
  for (const file of files.filter(isSource)) {
    const text = readFileSync(join(ROOT, file), 'utf8')
    for (const [, name = ''] of text.matchAll(/(?:from |import |import\()'([#.][^']+)'/g)) {
      const imported = resolve(file, name)
      importers.set(imported, [...(importers.get(imported) ?? []), file])
    }
  }
  return importers
}

/** Packages, and what runs leave behind. */
const NOT_SOURCE = /^(node_modules|dist|\.tmp|\.data|test-results)(\/|$)/

/** Tracked and new files of the repository. */
function repositoryFiles(): string[] {
  // A copy has no history.
  if (!existsSync(join(ROOT, '.git'))) {
    const all = readdirSync(ROOT, { recursive: true, withFileTypes: true })
    const paths = all
      .filter((entry) => entry.isFile())
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    return paths.filter((path) => !NOT_SOURCE.test(path))
  }
  const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { stdout } = spawnSync('git', listing, { cwd: ROOT, encoding: 'utf8' })
  const listed = stdout.split('\0').filter((file) => file !== '' && file !== NOT_COPIED)
  return listed.filter((file) => existsSync(join(ROOT, file)))
}

/** Its packages are a link to the repository's. Call `remove` at the end. */
export class PlantedCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'fairtick-planted-'))
  readonly #importers: ReadonlyMap<string, readonly string[]>
  /** Test files that fail without a fault. */
  readonly #unsound = new Set<string>()
  readonly #controls = new Map<string, Promise<Failure | null>>()

  constructor() {
    const files = repositoryFiles()
    this.#importers = importersOf(files)
    for (const file of files) cpSync(join(ROOT, file), join(this.folder, file))
    symlinkSync(join(ROOT, 'node_modules'), join(this.folder, 'node_modules'), 'junction')
    mkdirSync(join(this.folder, '.tmp', 'test'), { recursive: true })
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** Tests that load the file, by distance: those that import it, those that import what imports it, all others. */
  testsOf(file: string): [string[], string[], string[]] {
    const isTest = (path: string): boolean => /^tests\/(?!tidy|e2e).*\.test\.tsx?$/.test(path)
    const found = new Set([file])
    const ends: number[] = []
    for (let layer = [file]; layer.length > 0; ) {
      const next = layer.flatMap((path) => this.#importers.get(path) ?? [])
      layer = [...new Set(next)].filter((path) => !found.has(path))
      for (const path of layer) found.add(path)
      ends.push(found.size)
    }
    const [first = 0, second = 0] = ends
    const tests = (from: number, to?: number): string[] => [...found].slice(from, to).filter(isTest)
    return [tests(0, first), tests(first, second), tests(second)]
  }

  /** `enough`: output after which the rest of the run would say nothing new. */
  #execute(args: readonly string[], pass?: Pick<Pass, 'env'>, enough?: RegExp): Promise<Ran> {
    return new Promise((done) => {
      const env = { ...process.env, FORCE_COLOR: '0', ...pass?.env }
      const [command = '', ...rest] = args
      const child = spawn(command, rest, { cwd: this.folder, env, detached: true })
      // The whole group: tests start servers and databases of their own.
      const stop = (): void => {
        if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid)
      }
      const limit = setTimeout(stop, MAX_PART_MS)
      process.once('exit', stop)
      let text = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          text += chunk.toString()
          if (enough?.test(text) === true) stop()
        })
      }
      child.on('error', (error) => {
        text += String(error)
      })
      child.on('close', (code) => {
        clearTimeout(limit)
        process.off('exit', stop)
        done({ code: code ?? 1, text: stripVTControlCharacters(text) })
      })
    })
  }

  /** What the compiler says; null: it compiles. */
  async #types(): Promise<string | null> {
    const { code, text } = await this.#execute(['tsc', '-b', '--checkers', '1'])
    if (code === 0) return null
    const line = text.split('\n').find((each) => /error TS\d+/.test(each))
    if (line === undefined) throw new Error(`tsc did not run: ${firstLine(text)}`)
    return line
  }

  /** `files`: test files; none: all of the projects. */
  async vitest(
    pass: Pass,
    projects: readonly string[],
    files: readonly string[],
  ): Promise<Failure | null> {
    const report = join(this.folder, '.tmp', 'vitest.json')
    rmSync(report, { force: true })
    const options = [
      ...projects.flatMap((name) => ['--project', name]),
      ...[...this.#unsound].flatMap((path) => ['--exclude', path]),
      '--bail=1',
      // A slow machine is not a fault.
      `--testTimeout=${TEST_TIMEOUT_MS}`,
      // Some files belong to the other suite only.
      '--passWithNoTests',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ]
    const { code, text } = await this.#execute(['vitest', 'run', ...files, ...options], pass)
    if (code === 0) return null
    if (!existsSync(report)) throw new Error(`vitest did not run: ${firstLine(text)}`)
    return this.#failureIn(JSON.parse(readFileSync(report, 'utf8')), pass, projects, text)
  }

  #failureIn(
    { testResults }: VitestReport,
    pass: Pass,
    projects: readonly string[],
    text: string,
  ): Failure {
    const file = testResults.find(({ status }) => status === 'failed')
    if (file === undefined) throw new Error(`no test failed, but vitest did: ${text.slice(-300)}`)
    const path = file.name.slice(file.name.indexOf('tests/'))
    const failed = file.assertionResults.find(({ status }) => status === 'failed')
    return {
      test: `${path}: ${failed?.fullName ?? 'does not run'}`,
      why: firstLine(failed?.failureMessages[0] ?? file.message),
      control: () => this.vitest(pass, projects, [path]),
    }
  }

  /** `hints`: only these scenarios; null: the whole part. */
  async scenarios(pass: Pass, hints: readonly string[] | null): Promise<Failure | null> {
    const args =
      hints === null
        ? ['scripts/test.mjs', ...pass.part('faults')]
        : ['scripts/faults.ts', ...hints, '--scale', pass.scale]
    const { code, text } = await this.#execute(['node', ...args], pass, FAILED)
    if (code === 0) return null
    const [, name, what] = FAILED.exec(text) ?? []
    if (name === undefined || what === undefined)
      throw new Error(`the scenarios did not run: ${text.slice(-300)}`)
    const control = (): Promise<Failure | null> => this.scenarios(pass, [name])
    return { test: `scenario ${name}`, why: what.slice(0, 300), control }
  }

  async build(pass: Pick<Pass, 'env'>): Promise<Failure | null> {
    const { code, text } = await this.#execute(['node', 'scripts/build.mjs'], pass)
    return code === 0 ? null : { test: 'build', why: text.slice(-300), control: null }
  }

  /** `specs`: file names or their beginnings; none: all. */
  async e2e(pass: Pass, specs: readonly string[]): Promise<Failure | null> {
    const config = [
      '-c',
      'tests/e2e/playwright.config.ts',
      '--max-failures',
      '1',
      '--pass-with-no-tests',
      // What measures speed finds no fault, and other work on the machine disturbs it.
      '--project',
      'screens',
      '--project',
      'journeys',
    ]
    const args = ['playwright', 'test', ...config, '--reporter=line', ...specs]
    const { code, text } = await this.#execute(args, pass)
    if (code === 0) return null
    const [, spec, name] = /^\s+1\) \[\w+\] › (\S+?\.spec\.ts)\S* › (.*?)[ ─]*$/m.exec(text) ?? []
    if (spec === undefined) throw new Error(`playwright did not run: ${text.slice(-300)}`)
    const why = firstLine(/^\s+(?:\w*Error|Test timeout).*$/m.exec(text)?.[0] ?? '')
    return { test: `${spec}: ${name}`, why, control: () => this.#builtE2e(pass, spec) }
  }
  async #builtE2e(pass: Pass, spec: string): Promise<Failure | null> {
    return (await this.build(pass)) ?? this.e2e(pass, [basename(spec)])
  }

  async planted<T>(changes: readonly Change[], work: () => Promise<T>): Promise<T> {
    const sound = new Map<string, string>()
    for (const { file, find, replace } of changes) {
      const path = join(this.folder, file)
      const text = readFileSync(path, 'utf8')
      if (text.split(find).length !== 2) throw new Error(`the text is not once in ${file}: ${find}`)
      if (!sound.has(path)) sound.set(path, text)
      writeFileSync(
        path,
        text.replace(find, () => replace),
      )
    }
    try {
      return await work()
    } finally {
      for (const [path, text] of sound) writeFileSync(path, text)
    }
  }

  /** The compiler's error by fault. One run serves all faults, unless one of them does not compile. */
  async typeErrors(faults: readonly PlantedFault[]): Promise<Map<string, string>> {
    const errors = new Map<string, string>()
    const sources = faults.filter(({ file }) => isSource(file))
    if (sources.length === 0) return errors
    if ((await this.planted(sources, () => this.#types())) === null) return errors
    for (const fault of sources) {
      const error = await this.planted([fault], () => this.#types())
      if (error !== null) errors.set(fault.id, error)
    }
    return errors
  }

  /** Whether the failed test passes without a fault. One that does not is left out from now on. */
  async isSound({ test, control }: Failure): Promise<boolean> {
    if (control === null) return true
    const name = test.split(': ')[0] ?? test
    const known = this.#controls.get(name) ?? control()
    this.#controls.set(name, known)
    if ((await known) === null) return true
    this.#unsound.add(name)
    return false
  }
}
