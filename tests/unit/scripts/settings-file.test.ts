import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const SETTINGS = new URL('../../../scripts/settings.mjs', import.meta.url).href
const folder = mkdtempSync(join(tmpdir(), 'fairtick-settings-'))
const file = join(folder, '.env')
writeFileSync(file, '# what an operator changed\nPORT=9000\nHOST="::1"\n')
afterAll(() => rmSync(folder, { recursive: true }))

/** What a command sees that reads the settings first. */
function seen(env: Record<string, string>): unknown {
  const code = `await import('${SETTINGS}')
    console.log(JSON.stringify([process.env.PORT, process.env.HOST]))`
  const args = ['--input-type=module', '--eval', code]
  return JSON.parse(execFileSync(process.execPath, args, { env, encoding: 'utf8' }))
}

it('takes settings from the file', () => {
  expect(seen({ ENV_FILE: file })).toEqual(['9000', '::1'])
})

it('lets the environment win over the file', () => {
  expect(seen({ ENV_FILE: file, PORT: '8000' })).toEqual(['8000', '::1'])
})

it('needs no file', () => {
  expect(seen({ ENV_FILE: join(folder, 'none') })).toEqual([null, null])
  expect(seen({ ENV_FILE: '' })).toEqual([null, null])
})
