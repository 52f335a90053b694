/**
 * `npm run faults -- <names…|all> [--seed N] [--scale short|ci|full] [--jobs N]`: runs the scenarios of tests/faults.
 */
import { randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import {
  readRequest,
  runForParent,
  runScenarios,
  scenarioNames,
  SCALES,
} from '../tests/faults/runner.ts'

const SEEDS = 2 ** 31

async function main(argv: readonly string[]): Promise<number> {
  const request = readRequest(argv, () => randomInt(SEEDS))
  const { failed, passed } = await runScenarios(request, fileURLToPath(import.meta.url), (line) =>
    console.log(line),
  )
  return failed > 0 || passed === 0 ? 1 : 0
}

if (process.argv[2] === '--worker') runForParent()
else {
  try {
    process.exitCode = await main(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    console.error(`npm run faults -- <names…> [--seed N] [--scale ${SCALES.join('|')}] [--jobs N]`)
    console.error(`Scenarios: ${scenarioNames().join(', ')}; all runs those of the test suites.`)
    process.exitCode = 2
  }
  process.exit()
}
