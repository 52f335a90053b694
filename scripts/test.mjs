/**
 * `npm test`: installs the packages, then runs scripts/test/main.ts in the project's own Node. Runs on plain
 * Node ≥ 20.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensurePackages, ensureServerNode, root, toolEnv } from './setup.mjs'
import { HELP } from './test/help.mjs'

if (process.argv.includes('--help')) {
  console.log(HELP)
  process.exit(0)
}
await ensurePackages()
ensureServerNode()
const runner = spawn('node', [join(root, 'scripts/test/main.ts'), ...process.argv.slice(2)], {
  cwd: root,
  env: toolEnv,
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => runner.kill(signal))
runner.on('error', (error) => {
  console.error(`The tests could not be started: ${error.message}`)
  process.exit(1)
})
runner.on('exit', (code) => process.exit(code ?? 1))
