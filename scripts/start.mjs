/**
 * `npm start`: takes a fresh clone to a running server with only Node 20 and npm installed. Runs on plain Node ≥ 20.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import './settings.mjs'
import { portFault } from './port.mjs'
import { ensurePackages, ensureServerNode, fail, root, toolEnv } from './setup.mjs'

const REPEAT_MS = 1_000
const PARENT_LOOK_MS = 500
const OLDEST_SUPPORTED = 20

const [major] = process.versions.node.split('.').map(Number)
if (major < OLDEST_SUPPORTED)
  fail(`Fairtick needs Node ${OLDEST_SUPPORTED} or newer; this is ${process.version}.`)

const asksForHelp = process.argv.includes('--help')
const fault = asksForHelp ? null : await portFault(process.argv.slice(2), process.env)
if (fault !== null) fail(fault)
await ensurePackages('start')
ensureServerNode()
// Imported after the packages are installed, because it needs vite. It is quick when the build is up to date.
const { ensureBuilt } = await import('./build.mjs')
await ensureBuilt()
if (!asksForHelp) console.log('Starting the server…')

// PATH resolves `node` to the project's own Node 24. The server has its own process group, so that a Ctrl-C reaches it
// only once, through this process.
const server = spawn('node', [join(root, 'server', 'main.ts'), ...process.argv.slice(2)], {
  cwd: root,
  // glibc keeps one arena per thread and returns little memory to the system. Without these settings, decoding photos
  // would leave 300 MB in the arenas instead of 100 MB.
  env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', ...toolEnv },
  detached: true,
  // The closing channel notifies the server when this process exits, even when it is killed.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})

let passedAt = 0
function pass(signal) {
  passedAt = Date.now()
  server.kill(signal)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // A Ctrl-C in a terminal arrives twice: once from the terminal and once from npm. The server takes a second signal
    // as the wish to end at once.
    if (Date.now() - passedAt < REPEAT_MS) return
    pass(signal === 'SIGHUP' ? 'SIGTERM' : signal)
  })
}
// npm forwards a signal to the shell that it started. The shell exits without forwarding it, so the parent is polled.
const parent = process.ppid
const look = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(look)
  if (passedAt === 0) pass('SIGTERM')
}, PARENT_LOOK_MS)
look.unref()
server.on('error', (error) => {
  console.error(`The server could not be started: ${error.message}`)
  process.exit(1)
})
server.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)))
