/** Builds the page that checks receipts offline: everything in one file that can be kept and opened from anywhere. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { oneFile } from './build/one-file.ts'
import { root } from './setup.mjs'

const MARK = '<!--script-->'

const code = await oneFile(root, 'src/verify/main.ts')
const [before, after] = readFileSync(join(root, 'src/verify/page.html'), 'utf8').split(MARK)
// Nothing in the script may end its own element.
const script = code.replaceAll('</script', String.raw`<\/script`)
writeFileSync(join(root, 'dist', 'fairtick-verify.html'), `${before}${script}${after}`)
