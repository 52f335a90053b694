/** Runs docs/FIRST-DAY.md block by block, in an empty folder, against the real server and Caddy. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { depositTerms } from '#contract/cashier.ts'
import { type LocalCertificate, localCertificate } from '#support/local-certificate.ts'
import { codeProof } from '#support/operator-code.ts'
import { type PageBlock, pageBlocks } from '#support/page-blocks.ts'
import { exactly } from '../../scripts/test/text.ts'
import { toolPath } from '../../scripts/setup.mjs'
import { freePort } from '#support/server-process.ts'
import { until } from '#support/until.ts'
import { Visitor } from '#support/visitor.ts'
import { read, ROOT } from '../tidy/repository.ts'

/** For the operator and for the backup. */
const SECRET = 'harbour-lantern-quiet-55'
const START_MS = 400_000
const NEXT_VERSION = '1.0.1'

let folder: string
let certificate: LocalCertificate
let variables: Record<string, string>
const terminals = new Map<string, { child: ChildProcess; output: string }>()
/** What each block that ends has printed, by its line. */
let lastOutput = ''

function git(cwd: string, ...args: string[]): void {
  const own = ['-c', 'user.name=test', '-c', 'user.email=test@fairtick.example']
  execFileSync(toolPath('git'), [...own, ...args], { cwd, stdio: 'pipe' })
}

/** A repository with the files of this one, as they are now. */
function repositoryHere(): string {
  const target = join(folder, 'repository')
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const names = execFileSync(toolPath('git'), listed, { cwd: ROOT, encoding: 'utf8' }).split('\0')
  for (const name of names.filter((each) => each !== '')) {
    mkdirSync(dirname(join(target, name)), { recursive: true })
    cpSync(join(ROOT, name), join(target, name))
  }
  git(target, 'init', '--quiet', '--initial-branch=main')
  git(target, 'add', '--all')
  git(target, 'commit', '--quiet', '--message', 'one version')
  return target
}

beforeAll(async () => {
  mkdirSync(join(ROOT, '.tmp'), { recursive: true })
  // Not in memory: it has an installation of its own.
  folder = mkdtempSync(join(ROOT, '.tmp', 'first-day-'))
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'place'))
  certificate = localCertificate(folder, ['localhost', 'desk.localhost'])
  const [port, http, https] = [await freePort(), await freePort(), await freePort()]
  variables = {
    REPOSITORY: repositoryHere(),
    DOMAIN: 'localhost',
    SITE: `https://localhost:${https}`,
    DESK: `https://desk.localhost:${https}`,
    TLS: `'${certificate.certFile} ${certificate.keyFile}'`,
    PORT: String(port),
    OPERATOR: 'mia',
    HTTP_PORT: String(http),
    HTTPS_PORT: String(https),
    CURL_CA_BUNDLE: certificate.certFile,
  }
  writeFileSync(join(folder, 'state'), `cd '${join(folder, 'place')}'\n`)
}, 120_000)

async function endTerminal(name: string): Promise<void> {
  const { child } = terminals.get(name) ?? {}
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  // As Ctrl-C does, to all that runs in the terminal.
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT')
  await exited
}
afterAll(async () => {
  for (const name of ['proxy', 'server']) await endTerminal(name)
  rmSync(folder, { recursive: true, force: true })
}, 120_000)

/** The values that an operator puts in place of those of the page. */
const filled = (text: string): string =>
  text.replaceAll(/^export (\w+)=.*$/gm, (line, name: string) =>
    name in variables ? `export ${name}=${variables[name]}` : line,
  )
const environment = (): NodeJS.ProcessEnv => {
  const { ENV_FILE: _, NODE_ENV: __, VITEST: ___, ...own } = process.env
  const { HTTP_PORT = '', HTTPS_PORT = '', CURL_CA_BUNDLE = '' } = variables
  return { ...own, HTTP_PORT, HTTPS_PORT, CURL_CA_BUNDLE }
}
const script = (text: string): string =>
  `source '${join(folder, 'state')}'\nset -euo pipefail\n${filled(text)}`

/** Keeps the variables and the folder for the next block, as a terminal does. */
function runBlock({ text, line }: PageBlock): string {
  const keep = `{ export -p; printf 'cd %q\\n' "$PWD"; } > '${join(folder, 'state')}'\n`
  const { status, stdout, stderr } = spawnSync('bash', ['-c', `${script(text)}\n${keep}`], {
    cwd: folder,
    env: environment(),
    input: `${SECRET}\n`,
    encoding: 'utf8',
  })
  const server = terminals.get('server')?.output.slice(-2_000) ?? ''
  expect([line, status, status === 0 ? '' : stdout + stderr + server]).toEqual([line, 0, ''])
  return stdout
}

async function runInTerminal(name: string, { text }: PageBlock): Promise<void> {
  await endTerminal(name)
  const child = spawn('bash', ['-c', script(text)], {
    cwd: folder,
    env: environment(),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const terminal = { child, output: '' }
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      terminal.output += part
    })
  }
  terminals.set(name, terminal)
}

/** Each line of what the page shows is printed; an ellipsis is any text. */
function isShown(text: string, output: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.every((line) =>
    new RegExp(
      line
        .trim()
        .split('…')
        .map((part) => exactly(part.trim()))
        .join('.*'),
    ).test(output),
  )
}

/** What a person sees who looks, beyond what the page shows. */
const LOOKS: Readonly<Record<string, () => Promise<void>>> = {
  'The first operator': async () => {
    const secret = /secret +([A-Z2-7]{32})/.exec(lastOutput)?.[1] ?? ''
    const { DESK = '' } = variables
    const body = JSON.stringify({
      name: 'mia',
      password: SECRET,
      proof: codeProof(secret, Date.now()),
    })
    const json = ['--header', 'content-type: application/json', '--header', `origin: ${DESK}`]
    const args = ['--silent', '--fail', ...json, '--data', body, `${DESK}/api/desk/session`]
    const { status, stdout, stderr } = spawnSync(toolPath('curl'), args, {
      env: environment(),
      encoding: 'utf8',
    })
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('mia')])
  },
  'The cashier file': async () => {
    const { SITE = '' } = variables
    const [, openingCode = ''] =
      /opening code (\w{10})/.exec(terminals.get('server')?.output ?? '') ?? []
    const user = new Visitor(SITE)
    const secrets = {
      password: 'correct-mule-7-stapler',
      tradingPassword: 'another-mule-8-stapler',
    }
    const form = { account: 'first_user', phone: '+8613812345678', openingCode, ...secrets }
    expect((await user.post('/api/registration', form)).status).toBe(200)
    const { account } = form
    await user.post('/api/session', { account, password: secrets.password })
    const { methods } = await user.read(depositTerms, '/api/deposit-terms')
    expect(methods.map(({ id }) => id)).toEqual(['bank_transfer'])
    const values = methods.flatMap(({ details }) => details.map(({ value }) => value))
    expect(values.at(-1)).toMatch(/^RF\d\dFT\d+$/)
  },
  'The first update': async () => {
    const { SITE = '' } = variables
    const { body } = await new Visitor(SITE).get('/api/app-info')
    expect(body).toMatchObject({ version: NEXT_VERSION, practice: false })
  },
}
/** What others do before a step. */
const BEFORE: Readonly<Record<string, () => void>> = {
  'The first update': () => {
    const repository = join(folder, 'repository')
    const manifest = join(repository, 'package.json')
    const text = readFileSync(manifest, 'utf8')
    writeFileSync(manifest, text.replace('"version": "1.0.0"', `"version": "${NEXT_VERSION}"`))
    git(repository, 'commit', '--quiet', '--all', '--message', 'the next version')
  },
}

const TERMINALS = new Set(['server', 'proxy'])
async function runStep(step: string): Promise<void> {
  let before: PageBlock | undefined
  for (const block of pageBlocks(step)) {
    if (block.kind === 'run') lastOutput = runBlock(block)
    else if (TERMINALS.has(block.kind)) await runInTerminal(block.kind, block)
    else if (block.kind === 'shows') {
      const terminal = terminals.get(before?.kind ?? '')
      const output = (): string => terminal?.output ?? lastOutput
      await until(
        'what the page shows',
        () => {
          if (terminal !== undefined && terminal.child.exitCode !== null) throw new Error(output())
          return isShown(block.text, output())
        },
        terminal === undefined ? 1 : START_MS,
      ).catch((error: unknown) => {
        throw new Error(`${block.text}\nis not in\n${output()}`, { cause: error })
      })
    }
    before = block
  }
}

it('takes an operator from the repository to a server behind TLS', {
  timeout: 900_000,
}, async () => {
  const [head = '', ...steps] = read('docs/FIRST-DAY.md').split(/^## /m)
  expect(pageBlocks(head).map(({ kind }) => kind)).toEqual(['not run'])
  const startedAt = performance.now()
  for (const step of steps) {
    const title = /^\d+\. (.+)$/m.exec(step.split('\n')[0] ?? '')?.[1] ?? ''
    BEFORE[title]?.()
    await runStep(step)
    await LOOKS[title]?.()
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0)
    console.log(`${seconds} s after the start: ${title}`)
  }
})
