/** `npm start`: from a fresh clone to a running server with nothing but Node 20 and npm. Plain Node ≥ 20. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensurePackages, root, toolEnv } from './setup.mjs'

const REPEAT_MS = 1_000
const PARENT_LOOK_MS = 500
const OLDEST_SUPPORTED = 20

const [major] = process.versions.node.split('.').map(Number)
if (major < OLDEST_SUPPORTED) {
  console.error(`Fairtick needs Node ${OLDEST_SUPPORTED} or newer; this is ${process.version}.`)
  process.exit(1)
}

ensurePackages()
// After the packages: it needs vite, and is itself quick when there is nothing to do.
const { ensureBuilt } = await import('./build.mjs')
ensureBuilt()

// Found by PATH, so that it is the project's own Node 24. Its own process group: a Ctrl-C reaches it through here, once.
const server = spawn('node', [join(root, 'server', 'main.ts'), ...process.argv.slice(2)], {
  cwd: root,
  // glibc keeps an arena a thread and gives little back: decoding photos would leave 300 MB in them instead of 100.
  env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', ...toolEnv },
  detached: process.platform !== 'win32',
  // The channel tells the server when this process dies, however it dies.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})

let passedAt = 0
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // A terminal's Ctrl-C comes twice: from the terminal, and from npm.
    if (Date.now() - passedAt < REPEAT_MS) return
    passedAt = Date.now()
    server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
  })
}
// npm passes a signal to the shell it started, which dies of it without telling anybody.
const parent = process.ppid
const look = setInterval(() => process.ppid === parent || server.kill('SIGTERM'), PARENT_LOOK_MS)
look.unref()
server.on('error', (error) => {
  console.error(`The server could not be started: ${error.message}`)
  process.exit(1)
})
server.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)))
