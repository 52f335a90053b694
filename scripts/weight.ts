/**
 * Enforces the size budget: Brotli bytes of the page with the JavaScript that it loads at once, and of each lazy chunk.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'

/** The shell and the product list (scripts/build/shell.ts): until the app itself shows prices. */
const ENTRY_LIMIT_KIB = 140.4
const LAZY_LIMIT_KIB = 50

/** The page with its styles, first scripts and first texts. With the prices that the server adds it is about 19 KiB. */
const PAGE_LIMIT_KIB = 15.2

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const html = readFileSync(join(dist, 'index.html'))
const kib = (bytes: Uint8Array): number => brotliCompressSync(bytes).length / 1024
const sizeOf = (file: string): number => kib(readFileSync(join(dist, 'assets', file)))
const loaded = new Set(
  [...String(html).matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(([, file]) => file),
)
// The folder also contains files of the previous build, which open tabs may still request.
const own: string[] = JSON.parse(readFileSync(join(dist, '.own-assets'), 'utf8'))
const chunks = own.filter((file) => file.endsWith('.js'))
const entry = chunks.filter((file) => loaded.has(file))
const lazy = chunks.filter((file) => !loaded.has(file))

// These draw the first live price, before the app's code has loaded.
const scripts = [...String(html).matchAll(/<script>(.*?)<\/script>/gs)].map(([, code = '']) => code)

const pageKib = kib(html)
const entryKib = entry.reduce((sum, file) => sum + sizeOf(file), 0)
// Only one of these files is loaded, according to the user's language.
const texts = lazy.filter((file) => /^text-.*-start-/.test(file)).map(sizeOf)
console.log(`page ${pageKib.toFixed(1)} KiB of ${PAGE_LIMIT_KIB}`)
console.log(`scripts in the page ${kib(Buffer.from(scripts.join('\n'))).toFixed(1)} KiB`)
console.log(`entry ${entryKib.toFixed(1)} KiB of ${ENTRY_LIMIT_KIB} (${entry.length} files)`)
console.log(`first texts ${Math.max(...texts).toFixed(1)} KiB at most`)
const heavy = lazy
  .map((file) => ({ file, size: sizeOf(file) }))
  .filter(({ size }) => size > LAZY_LIMIT_KIB)
for (const { file, size } of heavy)
  console.log(`${file} ${size.toFixed(1)} KiB of ${LAZY_LIMIT_KIB}`)
const tooMuch = pageKib > PAGE_LIMIT_KIB || entryKib > ENTRY_LIMIT_KIB || heavy.length > 0
if (entry.length === 0 || tooMuch) process.exit(1)
