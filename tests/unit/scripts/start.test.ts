import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { portFault } from '../../../scripts/port.mjs'
import { runWithProgress } from '../../../scripts/progress.mjs'
import { root } from '../../../scripts/setup.mjs'
import { HELP } from '../../../scripts/test/help.mjs'
import { SUITES } from '../../../scripts/test/suites.ts'

async function takenPort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port: String(port), free: () => void server.close() }
}
const env = { ...process.env, ENV_FILE: '' }
const run = (...args: string[]) => {
  const options = { cwd: root, env, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options)
  return { status, text: `${stdout}${stderr}` }
}

it('refuses a port in use before it installs or builds anything, in one sentence', async () => {
  const { port, free } = await takenPort()
  const { status, text } = run(join(root, 'scripts/start.mjs'), '--port', port)
  expect(status).toBe(1)
  expect(text).toMatch(new RegExp(`^Port ${port} is in use.*--port ${Number(port) + 1}\n$`))
  free()
})

it('reads the port as the server does: the last flag, else the environment', async () => {
  const { port, free } = await takenPort()
  expect(await portFault([`--port=${port}`], {})).toContain(`Port ${port} is in use`)
  expect(await portFault([], { PORT: port })).toContain(`Port ${port} is in use`)
  expect(await portFault(['--port', port, '--port', '0'], { PORT: port })).toBeNull()
  // Malformed ones are for the server to name.
  expect(await portFault(['--port', 'x'], {})).toBeNull()
  free()
  expect(await portFault(['--port'], { PORT: port })).toBeNull()
})

it('prints lines while a slow command runs, and returns its exit code', async () => {
  const printed: string[] = []
  const progress = () => 'still at it'
  const print = (line: string): void => void printed.push(line)
  const ended = runWithProgress(process.execPath, ['-e', 'process.exit(3)'], {
    progress,
    print,
    everyMs: 1,
  })
  expect(await ended).toBe(3)
  expect(printed).toContainEqual(expect.stringMatching(/^ {2}\d+ s: still at it$/))
  expect(await runWithProgress('no-such-program-here', [], { progress })).toBeNull()
})

it('prints help instead of starting the tests, and names every part of every suite', () => {
  expect(run('scripts/test.mjs', '--help')).toEqual({ status: 0, text: `${HELP}\n` })
  for (const parts of Object.values(SUITES)) expect(HELP).toContain(Object.keys(parts).join(' '))
})
