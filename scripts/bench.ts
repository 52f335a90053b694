/** `npm run bench`: runs each benchmark in its own process, one after the other, or in parallel with `--smoke`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compareWith, requireCommit } from '../bench/support/against.ts'
import { readCommand, USAGE } from '../bench/support/options.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = fileURLToPath(new URL('../bench', import.meta.url))
/** A smoke run takes seconds, that of `growth` two minutes. One that takes longer than this is stopped and fails. */
const SMOKE_LIMIT_MS = 480_000
const SMOKE_JOBS = 3
/** Pairs of a comparison of two commits. */
const PAIRS = 10
/** In a smoke run these begin first, so that none of them is left for the end. */
const LONGEST = ['growth', 'visits', 'page-stream', 'detail-chart', 'storm']
/** These install packages of their own, so that a smoke run of all benchmarks leaves them out. */
const OWN_PACKAGES = ['lighthouse']
const known = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.slice(0, -'.ts'.length))

function readRequest(): ReturnType<typeof readCommand> {
  try {
    const command = readCommand(process.argv.slice(2))
    const unknown = command.names.filter((name) => !known.includes(name))
    if (unknown.length > 0) throw new Error(`unknown benchmark: ${unknown.join(', ')}`)
    if (command.values.against !== undefined) requireCommit(command.values.against, ROOT)
    return command
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    console.error(`\n${USAGE}\nnames: ${known.join(', ')}`)
    process.exit(2)
  }
}

const { names, values } = readRequest()
if (values.help) {
  console.log(`${USAGE}\nnames: ${known.join(', ')}`)
  process.exit()
}
const optionsOf = (given: object): string[] =>
  Object.entries(given).map(([name, value]) =>
    value === true ? `--${name}` : `--${name}=${value}`,
  )
const options = optionsOf(values)
const usual = known.filter((name) => !values.smoke || !OWN_PACKAGES.includes(name))
const chosen = names.length > 0 ? names : usual
const later = chosen.filter((name) => !LONGEST.includes(name))
const waiting = values.smoke
  ? [...LONGEST.filter((name) => chosen.includes(name)), ...later]
  : [...chosen]
let failed = 0

/** The end of the output is kept, in case a benchmark logs without end. */
const MOST_TEXT = 100_000

/** Benchmarks that run in parallel print their output as one block when they end. */
async function runBenchmark(name: string): Promise<void> {
  const started = performance.now()
  const child = spawn(process.execPath, [`${FOLDER}/${name}.ts`, ...options], {
    stdio: values.smoke ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    timeout: values.smoke ? SMOKE_LIMIT_MS : undefined,
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream
      ?.setEncoding('utf8')
      .on('data', (chunk: string) => (text = (text + chunk).slice(-MOST_TEXT)))
  if (!values.smoke) console.log(`# ${name}`)
  const [code]: unknown[] = await once(child, 'close')
  if (code !== 0) failed += 1
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  const output = values.smoke ? `# ${name}\n${text}` : ''
  console.log(`${output}# ${name}: ${code === 0 ? 'passed' : 'failed'} in ${seconds} s`)
}

async function runInTurn(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
    await runBenchmark(name)
}
const { against: commit, pairs, ...rest } = values
if (commit !== undefined) {
  const own = optionsOf(rest)
  const asked = { commit, names: chosen, pairs: Number(pairs ?? PAIRS), options: own, root: ROOT }
  const slower = await compareWith(asked)
  console.log(`${slower} figures are slower than at ${commit}`)
  process.exit(slower > 0 ? 1 : 0)
}
// A measuring run has the machine to itself. A smoke run measures nothing, so benchmarks may run in parallel.
await Promise.all(Array.from({ length: values.smoke ? SMOKE_JOBS : 1 }, runInTurn))
console.log(`${chosen.length - failed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
