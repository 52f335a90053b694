/** Installs what a fresh clone needs: the packages and, for the e2e tests, a browser. Runs on plain Node ≥ 20. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runWithProgress } from './progress.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = join(root, 'node_modules', '.bin')

/** Where Node keeps what it compiled, between starts: compiling is half of the start of a program. */
export const COMPILE_CACHE = join(root, 'node_modules', '.cache', 'compiled')
/** The environment in which `node` is the version that the project installs. */
export const toolEnv = {
  NODE_COMPILE_CACHE: COMPILE_CACHE,
  ...process.env,
  PATH: `${bin}:${process.env.PATH}`,
}

/** The oldest Node that runs the server. From it on, Node strips types without a flag. */
const SERVER_NODE = [22, 18]
/** With this major version or a newer one, the system's own Node is used. Otherwise npm installs one (folder `node`). */
const OWN_NODE_MAJOR = 24
/** A package that only tests need: without it, an installation that npm made by hand is not complete. */
const TEST_PACKAGE = 'vitest'

const digest = (path) => createHash('sha256').update(readFileSync(path)).digest('hex')
const numbersOf = (version) => version.replace(/^v/, '').split('.').map(Number)

/** Whether this is the system's Node and new enough. `npm start` runs Node from node_modules once it is installed. */
export const isOwnNode = (version, path) =>
  numbersOf(version)[0] >= OWN_NODE_MAJOR &&
  !path.startsWith(join(realpathSync(root), 'node_modules'))
const hasOwnNode = isOwnNode(process.version, process.execPath)

export function fail(text) {
  console.error(text)
  process.exit(1)
}

/** What npm installed by hand since the lockfile was last changed: 'all', 'start' or nothing. */
function installedByHand(lockfile) {
  const modules = join(root, 'node_modules')
  const done = join(modules, '.package-lock.json')
  if (!existsSync(done) || statSync(done).mtimeMs <= statSync(lockfile).mtimeMs) return null
  if (!hasOwnNode && !existsSync(join(bin, 'node'))) return null
  return existsSync(join(modules, TEST_PACKAGE)) ? 'all' : 'start'
}

/**
 * Installs exactly what the lockfile lists, unless node_modules already matches it. `start` is what `npm start` needs,
 * `all` also what tests and checks need.
 */
export async function ensurePackages(group = 'all') {
  if (process.platform === 'win32') fail('On Windows, Fairtick runs in WSL: start it there.')
  const lockfile = join(root, 'package-lock.json')
  const stamp = join(root, 'node_modules', '.installed')
  // Without a new enough Node of the system, npm installs one.
  const wanted = `${digest(lockfile)} ${hasOwnNode ? 'own' : 'npm'}-node`
  const [stored, storedGroup] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split('\n') : []
  const installed = stored === wanted ? storedGroup : installedByHand(lockfile)
  if (installed === 'all' || installed === group) {
    if (stored !== wanted) writeFileSync(stamp, `${wanted}\n${installed}`)
    return
  }
  // A developer's installation keeps what tests need.
  const needed = storedGroup === 'all' ? 'all' : group
  await install(needed)
  writeFileSync(stamp, `${wanted}\n${needed}`)
}

/** The packages of the lockfile that are in node_modules by now. */
function unpacked(paths) {
  return paths.filter((path) => existsSync(join(root, path, 'package.json'))).length
}

async function install(group) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const paths = Object.keys(packages).filter(
    (path) =>
      path.startsWith('node_modules/') &&
      !packages[path].link &&
      (group === 'all' || !packages[path].dev),
  )
  console.log(
    `Installing at most ${paths.length} packages (once, a few minutes on a slow machine)…`,
  )
  const omitted = [
    group === 'all' ? '--include=dev' : '--omit=dev',
    ...(hasOwnNode ? ['--workspaces=false'] : []),
  ]
  const args = ['ci', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error', ...omitted]
  const progress = () => `${unpacked(paths)} packages are unpacked`
  const status = await runWithProgress('npm', args, { cwd: root, stdio: 'inherit', progress })
  if (status !== 0)
    fail('npm ci failed: see above. Is the npm registry reachable, and is there space on the disk?')
}

/** Asks the Node that will run the server for its version. */
export function ensureServerNode() {
  const { stdout } = spawnSync('node', ['--version'], { env: toolEnv, encoding: 'utf8' })
  const [major, minor] = numbersOf(stdout.trim())
  const [oldest, oldestMinor] = SERVER_NODE
  if (major > oldest || (major === oldest && minor >= oldestMinor)) return
  fail(
    `The server needs Node ${SERVER_NODE.join('.')} or newer, this system has ${stdout.trim()}, ` +
      'and npm has none for it: install Node 24 and start again.',
  )
}

const BROWSERS = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const FONTS = ['fonts-noto-cjk', 'fonts-noto-core', 'fonts-thai-tlwg']

export const findBrowser = () => BROWSERS.find((path) => path && existsSync(path))

/** Programs that the tests of the files in `deploy` run, with the package of Debian and Ubuntu that has each. */
const TOOLS = {
  nginx: 'nginx',
  haproxy: 'haproxy',
  caddy: 'caddy',
  promtool: 'prometheus',
  psql: 'postgresql-client',
  openssl: 'openssl',
  curl: 'curl',
  git: 'git',
  'systemd-analyze': 'systemd',
}
/** Users other than root do not have the folders of servers in their path. */
const TOOL_FOLDERS = `${process.env.PATH}:/usr/local/sbin:/usr/sbin:/sbin`.split(':')
const findTool = (name) =>
  TOOL_FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path))

/** The path of a program. Throws with the command that installs it. */
export function toolPath(name) {
  const found = findTool(name)
  if (found) return found
  throw new Error(
    `The tests of deploy need ${name}. Install it (Debian, Ubuntu: sudo apt-get install ${TOOLS[name]}).`,
  )
}

/**
 * Installs what is missing of these programs where that is permitted and starts no service: as root, without systemd.
 * Otherwise the tests that need one fail and say what to do.
 */
export function ensureTools() {
  const missing = Object.keys(TOOLS).filter((name) => !findTool(name))
  const starts = existsSync('/run/systemd/system')
  if (missing.length === 0 || starts || process.getuid?.() !== 0) return
  const packages = missing.map((name) => TOOLS[name])
  console.log(`Installing ${packages.join(', ')} from the system packages (once)…`)
  installPackages(packages)
}

function installPackages(packages) {
  if (!existsSync('/usr/bin/apt-get')) return
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options)
}

/** Finds Chromium, or installs it from the system's packages where that is permitted; otherwise prints what to do. */
export function ensureBrowser() {
  const found = findBrowser()
  if (found) return found
  if (process.getuid?.() === 0) {
    console.log('Installing Chromium and fonts from the system packages (once)…')
    installPackages(['chromium', ...FONTS])
  }
  return (
    findBrowser() ??
    fail(
      'The end-to-end tests need Chromium. Install it (Debian, Ubuntu: sudo apt-get install chromium), ' +
        'or name one: CHROMIUM_PATH=/path/to/chromium npm test',
    )
  )
}
