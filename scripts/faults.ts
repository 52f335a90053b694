/** `npm run faults -- <names…> [--seed N] [--scale ci|full]`: the programmes of tests/faults. */
import { randomInt } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readRequest, runProgrammes } from '../tests/faults/runner.ts'

const SEEDS = 2 ** 31
try {
  const request = readRequest(process.argv.slice(2), () => randomInt(SEEDS))
  const { failed, passed } = await runProgrammes(request, (line) => console.log(line))
  process.exit(failed > 0 || passed === 0 ? 1 : 0)
} catch (error) {
  const names = readdirSync(new URL('../tests/faults', import.meta.url))
    .filter((file) => file.endsWith('.ts') && file !== 'runner.ts')
    .map((file) => file.replace('.ts', ''))
  console.error(error instanceof Error ? error.message : error)
  console.error(
    `npm run faults -- <names…> [--seed N] [--scale ci|full]; names: ${names.join(', ')}`,
  )
  process.exit(2)
}
