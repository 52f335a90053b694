/** Installs what a fresh clone needs: the packages and, for the e2e tests, a browser. Runs on plain Node ≥ 20. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = join(root, 'node_modules', '.bin')

/** The environment in which `node` is the version that the project installs. */
export const toolEnv = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` }

const digest = (path) => createHash('sha256').update(readFileSync(path)).digest('hex')

function fail(text) {
  console.error(text)
  process.exit(1)
}

/** Whether npm completed an install since the lockfile was last changed. */
function installedAfter(lockfile) {
  const done = join(root, 'node_modules', '.package-lock.json')
  return existsSync(done) && statSync(done).mtimeMs > statSync(lockfile).mtimeMs
}

/** Installs exactly what the lockfile lists, unless node_modules already matches it. */
export function ensurePackages() {
  const stamp = join(root, 'node_modules', '.lock-digest')
  const wanted = digest(join(root, 'package-lock.json'))
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  if (installedAfter(join(root, 'package-lock.json'))) return writeFileSync(stamp, wanted)
  console.log('Installing packages (once)…')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const result = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (result.status !== 0) fail('npm ci failed: see above. Is the npm registry reachable?')
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
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

/** Finds Chromium, or installs it from the system's packages where that is permitted; otherwise prints what to do. */
export function ensureBrowser() {
  const found = findBrowser()
  if (found) return found
  const root = process.getuid?.() === 0
  if (root && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium and fonts from the system packages (once)…')
    const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
    spawnSync('apt-get', ['update', '-qq'], options)
    spawnSync(
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium', ...FONTS],
      options,
    )
  }
  return (
    findBrowser() ??
    fail(
      'The end-to-end tests need Chromium. Install it (Debian, Ubuntu: sudo apt-get install chromium), ' +
        'or name one: CHROMIUM_PATH=/path/to/chromium npm test',
    )
  )
}
