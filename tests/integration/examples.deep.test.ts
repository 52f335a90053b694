/** The clients in examples/, which strangers copy, against the real server. */
import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { replayOf, type ServerProcess, startServer } from '#support/started-server.ts'
import { root } from '../../scripts/setup.mjs'

let folder: string
let server: ServerProcess
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-examples-'))
  chmodSync(folder, 0o755)
  server = await startServer(join(folder, 'data'), replayOf(folder))
}, 120_000)
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

function run(command: string, example: string): Promise<string> {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' }
  const url = server.url.replace('localhost', '127.0.0.1')
  return new Promise((resolve, reject) => {
    execFile(command, [example, url], { cwd: root, env }, (error, stdout, stderr) => {
      if (error?.code === 'ENOENT') {
        reject(new Error(`${command} is missing; install Python 3: apt-get install python3`))
      } else resolve(stdout + stderr)
    })
  })
}

it('a guest of Python reads prices, signs an order, is cut and misses nothing', async () => {
  expect(await run('python3', 'examples/client.py')).toMatch(
    /^guest \S+\nquote BTCUSDT [\d.]+ \d+ ms old\nsigned order \w+ open\nresumed \w+ open\n$/,
  )
})

it('a guest on the contract reads a price, is cut and misses nothing', async () => {
  expect(await run(process.execPath, 'examples/client.ts')).toMatch(
    /^quote BTCUSDT [\d.]+\nresumed \w+ open\n$/,
  )
})
