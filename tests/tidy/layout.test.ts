/** The styles adapt to large text, low windows and forced colours by rule; these find what evades the rules. */
import { expect, it } from 'vitest'
import { files } from './repository.ts'

const sources = files(/\.tsx?$/, ['src'])
const styles = files(/\.css$/, ['src'])
const sheet = (name: string): string => styles.find(({ path }) => path.endsWith(name))?.text ?? ''

/** The matches of a pattern with their files. */
const found = (pattern: RegExp): string[] =>
  sources.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([all]) => `${path}: ${all}`))

/** Class lists with both: a width in rem of more than 3 rem, and that it never gets narrower. */
const stiff = (classes: string): boolean =>
  /\bshrink-0\b/.test(classes) &&
  [...classes.matchAll(/(?<![\w-:])(?:w|min-w|basis)-(\d+)\b/g)].some(([, n]) => Number(n) > 12) &&
  !/\bmax-w-\[/.test(classes)

const classLists = (): { path: string; classes: string }[] =>
  sources.flatMap(({ path, text }) =>
    [...text.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].map(([, one, two, three]) => ({
      path,
      classes: one ?? two ?? three ?? '',
    })),
  )

it('no width in rem ignores large text', () => {
  expect(classLists().filter(({ classes }) => stiff(classes))).toEqual([])
  expect(stiff('w-22 shrink-0 text-end')).toBe(true)
  expect(stiff('size-2 w-12 shrink-0')).toBe(false)
})

it('a row of three columns or more has fewer where the text is large', () => {
  const many = found(/(?<![\w:])grid-cols-(?:[3-9]|\d\d)\b/g).map((each) => each.split(': ')[1])
  // In the first styles: one that comes later moves what is shown already.
  const without = many.filter((name) => !sheet('app.css').includes(`.${name} {`))
  expect(many.length).toBeGreaterThan(0)
  expect(without).toEqual([])
})

it('no text is smaller than 12 px', () => {
  expect(found(/\b(?:\d|1[01])px (?:system-ui|sans-serif)|\b\w*FONT_PX = (?:\d|1[01])\b/g)).toEqual(
    [],
  )
  expect(found(/\btext-\[(?:0\.[0-6]\d*rem|0\.7[0-4]\d*rem|(?:\d|1[01])px)\]/g)).toEqual([])
  const small = styles.filter(({ text }) => /--text-[\w-]+: 0\.(?:[0-6]|7[0-4])\d*rem/.test(text))
  expect(small.map(({ path }) => path)).toEqual([])
})

it('what sticks is known to the rule for low windows', () => {
  const fixed = classLists().filter(({ classes }) => /:sticky\b|\bposition-sticky\b/.test(classes))
  expect(fixed).toEqual([])
  expect(sheet('adapt.css')).toContain('.sticky:not([data-slim])')
})
