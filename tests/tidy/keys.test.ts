/** While an input method composes, its keys are its own: every listener to keys asks `pressedKey`. */
import { expect, it } from 'vitest'
import { files } from './repository.ts'

const HELPER = 'src/ui/pressed-key.ts'
const LISTENS =
  /onKey(?:Down|Up|Press)=|onKey(?:Down|Up): |addEventListener\(\s*'key(?:down|up|press)'/
/** Every use of a key but that of the helper. */
const READS = /\b\w*[eE]vent\)?\.(?:nativeEvent\.)?(?:key|isComposing|keyCode|which)\b/

/** These read no key and let all of them pass. */
const NO_KEY = ['src/app/shell.tsx', 'src/app/page-data.ts', 'src/i18n/amount-input.ts']
/** Their keys are read by a helper that asks. */
const BY_HELPER = /moveByKey\(|useKeys\(|playKeys\(/

const sources = files(/\.tsx?$/, ['src']).filter(({ path }) => path !== HELPER)

it('no key is read without asking whether an input method composes', () => {
  const direct = sources.filter(({ text }) => READS.test(text)).map(({ path }) => path)
  expect(direct).toEqual([])
  expect("if (event.key === 'Enter')").toMatch(READS)
})

it('every listener to keys asks', () => {
  const silent = sources
    .filter(({ text }) => LISTENS.test(text))
    .filter(({ text }) => !text.includes('pressedKey(') && !BY_HELPER.test(text))
    .map(({ path }) => path)
  expect(silent.filter((path) => !NO_KEY.includes(path))).toEqual([])
})
