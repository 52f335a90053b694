/** `npm run bench -- <names…>`: runs benchmarks one after the other, each in a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../bench', import.meta.url))
const known = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.slice(0, -'.ts'.length))

const args = process.argv.slice(2)
const options = args.filter((arg) => arg.startsWith('--'))
const named = args.filter((arg) => !arg.startsWith('--'))
const unknown = named.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`unknown benchmark: ${unknown.join(', ')}; there are ${known.join(', ')}`)
  process.exit(2)
}

let failed = 0
for (const name of named.length > 0 ? named : known) {
  console.log(`# ${name}`)
  const child = spawn(process.execPath, [`${FOLDER}/${name}.ts`, ...options], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) failed += 1
}
process.exit(failed > 0 ? 1 : 0)
