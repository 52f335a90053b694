/** Builds the client unless dist already contains a build of the current sources. Runs on plain Node ≥ 20. */
import { createHash } from 'node:crypto'
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { runWithProgress } from './progress.mjs'
import { root, toolEnv } from './setup.mjs'

const SOURCES = [
  'index.html',
  'desk.html',
  'vite.config.ts',
  'package-lock.json',
  'public',
  'scripts/build',
  'src',
  'streams',
]
const SHARED = ['contract', 'rules', 'locales']
const dist = join(root, 'dist')
const stamp = join(dist, '.source-digest')
const COMPRESSED = /\.(js|css|json|svg|html|txt|webmanifest)$/
/** Smaller files fit into one packet anyway. */
const COMPRESS_FROM_BYTES = 1_400

function filesUnder(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true })
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile())
}

function sourceDigest() {
  const hash = createHash('sha256')
  for (const file of [...SOURCES, ...SHARED]
    .flatMap((name) => filesUnder(join(root, name)))
    .sort((a, b) => (a < b ? -1 : 1))) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/** Files are compressed once here instead of on every request. */
function compress() {
  for (const file of filesUnder(dist).filter((name) => COMPRESSED.test(name))) {
    const bytes = readFileSync(file)
    if (bytes.length < COMPRESS_FROM_BYTES) continue
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
  }
}

const assets = join(dist, 'assets')
const aside = join(dist, '.former-assets')
/** Lists the files of this build. Other files in dist/assets are from the previous build. */
const ownNames = join(dist, '.own-assets')

/**
 * Keeps the files of the previous build, so that tabs opened before a deploy still find their code. Names contain a
 * hash of the content, so files of the two builds cannot collide.
 */
function setFormerAside() {
  rmSync(aside, { recursive: true, force: true })
  if (existsSync(assets)) renameSync(assets, aside)
  const kept = [aside, ownNames]
  for (const file of existsSync(dist) ? readdirSync(dist).map((name) => join(dist, name)) : [])
    if (!kept.includes(file)) rmSync(file, { recursive: true, force: true })
}
function bringFormerBack() {
  const own = readdirSync(assets)
  const former = existsSync(ownNames) ? JSON.parse(readFileSync(ownNames, 'utf8')) : []
  for (const name of former.filter((name) => !own.includes(name))) {
    if (existsSync(join(aside, name))) renameSync(join(aside, name), join(assets, name))
  }
  rmSync(aside, { recursive: true, force: true })
  writeFileSync(ownNames, JSON.stringify(own))
}

async function buildOfflinePage(options) {
  const progress = () => 'still building the page that works offline'
  const args = ['scripts/verify-page.mjs']
  if ((await runWithProgress('node', args, { ...options, progress })) === 0) return
  console.error('The offline page could not be built: see above.')
  process.exit(1)
}

export async function ensureBuilt() {
  const digest = sourceDigest()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  console.log('Building the app (once per version, about a minute on a slow machine)…')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const options = { cwd: root, env: toolEnv, stdio: ['ignore', 'ignore', 'inherit'] }
  setFormerAside()
  const args = [vite, 'build', '--logLevel', 'warn', '--emptyOutDir=false']
  const progress = () => 'still bundling'
  const status = await runWithProgress('node', args, { ...options, progress })
  if (status !== 0) {
    rmSync(assets, { recursive: true, force: true })
    if (existsSync(aside)) renameSync(aside, assets)
    console.error('The app could not be built: see above.')
    process.exit(1)
  }
  await buildOfflinePage(options)
  console.log('  compressing the files')
  compress()
  bringFormerBack()
  writeFileSync(stamp, digest)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureBuilt()
