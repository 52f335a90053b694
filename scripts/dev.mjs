/** `npm run dev`: runs the server, restarted on change, behind vite with hot reload. Runs on plain Node ≥ 20. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import './settings.mjs'
import { ensurePackages, ensureServerNode, root, toolEnv } from './setup.mjs'

ensurePackages()
ensureServerNode()
const options = { cwd: root, env: toolEnv, stdio: 'inherit' }
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
const server = spawn('node', ['--watch', 'server/main.ts', ...process.argv.slice(2)], {
  ...options,
  stdio: ['inherit', 'pipe', 'inherit'],
})
const readable = spawn('pino-pretty', ['--colorize'], {
  ...options,
  stdio: ['pipe', 'inherit', 'inherit'],
})
server.stdout.pipe(readable.stdin)
const children = [server, spawn('node', [vite], options)]
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
