/**
 * `npm run dev`: runs the server, restarted on change, behind vite with hot reload. The address to open is vite's: the
 * server alone serves the last build, if there is one. Runs on plain Node ≥ 20.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import './settings.mjs'
import { portFault, settingOf } from './port.mjs'
import { ensurePackages, ensureServerNode, fail, root, toolEnv } from './setup.mjs'

const VITE_PORT = 5173
const argv = process.argv.slice(2)
const fault =
  (await portFault(argv, process.env)) ??
  (await portFault(['--port', String(VITE_PORT), '--host', '127.0.0.1'], {}))
if (fault !== null) fail(fault)
await ensurePackages()
ensureServerNode()
const options = { cwd: root, env: toolEnv, stdio: 'inherit' }
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
const server = spawn('node', ['--watch', 'server/main.ts', ...argv], {
  ...options,
  stdio: ['inherit', 'pipe', 'inherit'],
})
const readable = spawn('pino-pretty', ['--colorize'], {
  ...options,
  stdio: ['pipe', 'inherit', 'inherit'],
})
// The start message names the server's own address.
createInterface({ input: server.stdout }).on('line', (line) => {
  readable.stdin.write(`${line.replace(/(Open +http:\/\/[^:]+):\d+/, `$1:${VITE_PORT}`)}\n`)
})
const port = settingOf('port', argv, process.env)
const children = [
  server,
  spawn('node', [vite, '--port', String(VITE_PORT), '--strictPort'], {
    ...options,
    env: { ...toolEnv, PORT: port },
  }),
]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
for (const child of children) {
  child.on('exit', (code) => {
    stop()
    process.exitCode ||= code ?? 0
  })
}
