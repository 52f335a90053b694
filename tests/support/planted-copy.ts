/** A copy of the repository in which a fault can be planted, and in which the parts of a suite run. */
import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import type { PlantedFault } from '#support/planted-faults.ts'

/** One run of the suite: the environment and arguments that select its tests. */
export interface Pass {
  env: Record<string, string>
  /** Of the fault scenarios. */
  scale: string
  /** `node scripts/test.mjs` with these arguments runs one whole part of the suite. */
  part: (name: string) => string[]
}

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** This test fails for every planted fault and would find all of them. */
const NOT_COPIED = 'tests/tidy/planted.test.ts'
const TEST_TIMEOUT_MS = 60_000
const LONGEST_PART_MS = 45 * 60_000

interface Ran {
  code: number
  text: string
}
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

/** Tracked and new files of the repository. */
function repositoryFiles(): string[] {
  const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { stdout } = spawnSync('git', listing, { cwd: ROOT, encoding: 'utf8' })
  const listed = stdout.split('\0').filter((file) => file !== '' && file !== NOT_COPIED)
  return listed.filter((file) => existsSync(join(ROOT, file)))
}

/** Its packages are a link to the repository's. Call `remove` at the end. */
export class PlantedCopy {
  readonly #folder = mkdtempSync(join(tmpdir(), 'fairtick-planted-'))
  readonly #importers: ReadonlyMap<string, readonly string[]>
  readonly #controls = new Map<string, Promise<Failure | null>>()

  constructor() {
    const files = repositoryFiles()
    this.#importers = importersOf(files)
    for (const file of files) cpSync(join(ROOT, file), join(this.#folder, file))
    symlinkSync(join(ROOT, 'node_modules'), join(this.#folder, 'node_modules'), 'junction')
    mkdirSync(join(this.#folder, '.tmp', 'test'), { recursive: true })
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** Tests that load the file. `near`: those that import it directly, which most often find its faults. */
  testsOf(file: string): { near: string[]; far: string[] } {
    const found = new Set([file])
    for (const each of found) for (const next of this.#importers.get(each) ?? []) found.add(next)
    const isTest = (path: string): boolean => /^tests\/(?!tidy|e2e).*\.test\.tsx?$/.test(path)
    const near = (this.#importers.get(file) ?? []).filter(isTest)
    return { near, far: [...found].filter((path) => isTest(path) && !near.includes(path)) }
  }

  #execute(command: string, args: readonly string[], pass?: Pass): Promise<Ran> {
    return new Promise((done) => {
      const env = { ...process.env, FORCE_COLOR: '0', ...pass?.env }
      const child = spawn(command, args, { cwd: this.#folder, env, timeout: LONGEST_PART_MS })
      let text = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
      }
      child.on('error', (error) => done({ code: 1, text: String(error) }))
      child.on('close', (code) => done({ code: code ?? 1, text }))
    })
  }

  /** What the compiler says; null: it compiles. */
  async #types(): Promise<string | null> {
    const info = join(this.#folder, '.tmp', 'types.tsbuildinfo')
    const args = ['-p', '.', '--incremental', '--tsBuildInfoFile', info]
    const { code, text } = await this.#execute('tsc', args)
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
    const report = join(this.#folder, '.tmp', 'vitest.json')
    rmSync(report, { force: true })
    const chosen = projects.flatMap((name) => ['--project', name])
    // A slow machine is not a fault.
    const patience = ['--testTimeout', String(TEST_TIMEOUT_MS)]
    const args = ['run', ...files, ...chosen, '--bail', '1', ...patience]
    const { code, text } = await this.#execute(
      'vitest',
      [...args, '--reporter=json', `--outputFile.json=${report}`],
      pass,
    )
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
    const { code, text } = await this.#execute('node', args, pass)
    if (code === 0) return null
    const [, name, what] = /^FAILED (\S+): (.*)$/m.exec(text) ?? []
    if (name === undefined || what === undefined)
      throw new Error(`the scenarios did not run: ${text.slice(-300)}`)
    const control = (): Promise<Failure | null> => this.scenarios(pass, [name])
    return { test: `scenario ${name}`, why: what.slice(0, 300), control }
  }

  async build(pass: Pass): Promise<Failure | null> {
    const { code, text } = await this.#execute('node', ['scripts/build.mjs'], pass)
    return code === 0 ? null : { test: 'build', why: text.slice(-300), control: null }
  }

  /** `specs`: file names or their beginnings; none: all. */
  async e2e(pass: Pass, specs: readonly string[]): Promise<Failure | null> {
    const config = ['-c', 'tests/e2e/playwright.config.ts', '--max-failures', '1']
    const args = ['test', ...config, '--reporter=line', ...specs]
    const { code, text } = await this.#execute('playwright', args, pass)
    if (code === 0) return null
    const [, spec, name] = /^\s+1\) (\S+?\.spec\.ts)\S* › (.*?)[ ─]*$/m.exec(text) ?? []
    if (spec === undefined) throw new Error(`playwright did not run: ${text.slice(-300)}`)
    const why = firstLine(/^\s+(?:\w*Error|Test timeout).*$/m.exec(text)?.[0] ?? '')
    return { test: `${spec}: ${name}`, why, control: () => this.#builtE2e(pass, spec) }
  }
  async #builtE2e(pass: Pass, spec: string): Promise<Failure | null> {
    return (await this.build(pass)) ?? this.e2e(pass, [basename(spec)])
  }

  async planted<T>(faults: readonly PlantedFault[], work: () => Promise<T>): Promise<T> {
    const sound = new Map<string, string>()
    for (const { file, find, replace } of faults) {
      const path = join(this.#folder, file)
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

  /** Throws when the test also fails without a fault. A cached answer serves all faults that the test finds. */
  async assertSound({ test, control }: Failure): Promise<void> {
    if (control === null) return
    const name = test.split(': ')[0] ?? test
    const known = this.#controls.get(name) ?? control()
    this.#controls.set(name, known)
    const failure = await known
    if (failure !== null) throw new Error(`fails without a fault: ${failure.test}: ${failure.why}`)
  }
}
