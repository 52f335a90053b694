import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { it } from 'vitest'
import { replayOf } from '#support/started-server.ts'
import { until } from '#support/until.ts'

/** The first start lays the history of every product, which takes long on a busy machine. */
const PATIENT = { timeout: 120_000 }
/** Longer than npm's end takes to be noticed, twice. */
const SLOW_STOP_MS = 2_000

it('npm start stops the server on a signal, and frees the data folder', PATIENT, async () => {
  const own = mkdtempSync(join(tmpdir(), 'fairtick-npm-'))
  chmodSync(own, 0o755)
  const data = join(own, 'data')
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const npm = spawn('npm', ['start', '--', '--data-dir', data, '--port', '0'], {
    cwd: root,
    env: { ...process.env, ENV_FILE: '', ...replayOf(own) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  npm.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  await until('the start', () => output.includes('Ctrl-C'), 120_000)
  const port = Number(/http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1])
  // A request that is being sent delays the stop: nothing may cut the stop short.
  const slow = connect(port, '127.0.0.1')
  slow.on('error', () => {})
  slow.write('POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{')
  await pause(200)
  npm.kill('SIGTERM')
  await pause(SLOW_STOP_MS)
  slow.destroy()
  await until('the free lock', () => !existsSync(join(data, 'server.lock')))
  await until('the last word', () => output.includes('Stopped.'))
  rmSync(own, { recursive: true, force: true })
})
