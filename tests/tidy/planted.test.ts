import { expect, it } from 'vitest'
import { AREAS, PLANTED_FAULTS } from '#support/planted-faults.ts'
import { files, read } from './repository.ts'

it('lists forty-six planted faults, with unique names and at least three in every area', () => {
  expect(PLANTED_FAULTS).toHaveLength(46)
  expect(new Set(PLANTED_FAULTS.map(({ id }) => id)).size).toBe(46)
  const few = AREAS.filter(
    (area) => PLANTED_FAULTS.filter((fault) => fault.area === area).length < 3,
  )
  expect(few).toEqual([])
})

it('can plant each fault: its text occurs exactly once, and the replacement differs', () => {
  const faults = PLANTED_FAULTS.flatMap(({ id, file, find, replace }) => {
    const times = read(file).split(find).length - 1
    return times === 1 && find !== replace ? [] : [`${id}: ${times} times in ${file}`]
  })
  expect(faults).toEqual([])
})

/** A file, what is found in it and what takes its place, each in single quotes. */
const EDIT = /file: '([^']+)',\s*find:\s*'((?:\\.|[^'\\])*)',\s*replace:/g

it('can plant what the scenarios change in their copies: each text occurs once', () => {
  const edits = files(/\.ts$/, ['tests/faults']).flatMap(({ path, text }) =>
    [...text.matchAll(EDIT)].map(([, file = '', find = '']) => {
      const times = read(file).split(find.replace(/\\(.)/g, '$1')).length - 1
      return { name: `${path}: ${find}: ${times} times in ${file}`, times }
    }),
  )
  expect(edits.length).toBeGreaterThanOrEqual(9)
  expect(edits.filter(({ times }) => times !== 1).map(({ name }) => name)).toEqual([])
})
