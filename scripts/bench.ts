/** `npm run bench`: runs benchmarks one after the other, each in a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readCommand, USAGE } from '../bench/support/options.ts'

const FOLDER = fileURLToPath(new URL('../bench', import.meta.url))
/** A smoke run takes seconds; one that hangs is stopped and fails. */
const SMOKE_LIMIT_MS = 120_000
const known = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.slice(0, -'.ts'.length))

function readRequest(): ReturnType<typeof readCommand> {
  try {
    const command = readCommand(process.argv.slice(2))
    const unknown = command.names.filter((name) => !known.includes(name))
    if (unknown.length > 0) throw new Error(`unknown benchmark: ${unknown.join(', ')}`)
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
const options = Object.entries(values).map(([name, value]) =>
  value === true ? `--${name}` : `--${name}=${value}`,
)
const chosen = names.length > 0 ? names : known
let failed = 0
for (const name of chosen) {
  console.log(`# ${name}`)
  const started = performance.now()
  const child = spawn(process.execPath, [`${FOLDER}/${name}.ts`, ...options], {
    stdio: 'inherit',
    timeout: values.smoke ? SMOKE_LIMIT_MS : undefined,
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) failed += 1
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  console.log(`# ${name}: ${code === 0 ? 'passed' : 'failed'} in ${seconds} s`)
}
console.log(`${chosen.length - failed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
