/** Builds the page that checks receipts offline, as one file that can be saved and opened anywhere. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { oneFile } from './build/one-file.ts'
import { root } from './setup.mjs'

const MARK = '<!--script-->'

const code = await oneFile(root, 'src/verify/main.ts')
const [before, after] = readFileSync(join(root, 'src/verify/page.html'), 'utf8').split(MARK)
// The script must not contain the end tag of its own element.
const script = code.replaceAll('</script', String.raw`<\/script`)
writeFileSync(join(root, 'dist', 'fairtick-verify.html'), `${before}${script}${after}`)
