import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** Prints the priorities of the main thread and of those that hash. */
const SCRIPT = `
import { pbkdf2 } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { promisify } from 'node:util'
import { lowerWorkers } from '#server/platform/worker-priority.ts'

await promisify(pbkdf2)('a', 'b', 1, 32, 'sha256')
lowerWorkers()
const named = readdirSync('/proc/self/task').map((id) => [
  readFileSync('/proc/self/task/' + id + '/comm', 'utf8').trim(),
  getPriority(Number(id)),
])
const workers = named.filter(([name]) => name === 'libuv-worker')
console.log(JSON.stringify({ main: getPriority(process.pid), workers: workers.map(([, low]) => low) }))
`

it.runIf(process.platform === 'linux').each([0, 15])(
  'lets the main thread go before those that hash, in a process that is %i lower',
  (by) => {
    const command = [process.execPath, '--input-type=module', '-e', SCRIPT]
    const { stdout } = spawnSync('nice', ['-n', `${by}`, ...command], { encoding: 'utf8' })
    const { main, workers }: { main: number; workers: number[] } = JSON.parse(stdout)
    expect(workers.length).toBeGreaterThan(0)
    // Without rights no priority can be raised, and that must not keep a server from starting.
    expect(workers).toEqual(workers.map(() => Math.max(main, 10)))
  },
)
