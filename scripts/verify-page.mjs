/** Builds the page that checks receipts offline: everything in one file that can be kept and opened from anywhere. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { root } from './setup.mjs'

const MARK = '<!--script-->'

const built = await build({
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    write: false,
    target: 'es2022',
    rolldownOptions: { input: join(root, 'src/verify/main.ts'), output: { format: 'iife' } },
  },
})
const [{ output }] = [built].flat()
const [{ code }, ...more] = output
if (more.length > 0) throw new Error(`the offline page fell into ${output.length} files`)
const [before, after] = readFileSync(join(root, 'src/verify/page.html'), 'utf8').split(MARK)
// Nothing in the script may end its own element.
const script = code.replaceAll('</script', String.raw`<\/script`)
writeFileSync(join(root, 'dist', 'fairtick-verify.html'), `${before}${script}${after}`)
