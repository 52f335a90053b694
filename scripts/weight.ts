/** The size budget: brotli bytes of the JavaScript that the entry page loads, and of each lazy chunk. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'

const ENTRY_LIMIT_KIB = 190
const LAZY_LIMIT_KIB = 60

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const html = readFileSync(join(dist, 'index.html'), 'utf8')
const kib = (file: string): number =>
  brotliCompressSync(readFileSync(join(dist, 'assets', file))).length / 1024
const chunks = readdirSync(join(dist, 'assets')).filter((file) => file.endsWith('.js'))
const entry = chunks.filter((file) => html.includes(file))
const lazy = chunks.filter((file) => !html.includes(file))

const entryKib = entry.reduce((sum, file) => sum + kib(file), 0)
console.log(`entry ${entryKib.toFixed(1)} KiB of ${ENTRY_LIMIT_KIB} (${entry.length} files)`)
const heavy = lazy
  .map((file) => ({ file, size: kib(file) }))
  .filter(({ size }) => size > LAZY_LIMIT_KIB)
for (const { file, size } of heavy)
  console.log(`${file} ${size.toFixed(1)} KiB of ${LAZY_LIMIT_KIB}`)
if (entry.length === 0 || entryKib > ENTRY_LIMIT_KIB || heavy.length > 0) process.exit(1)
