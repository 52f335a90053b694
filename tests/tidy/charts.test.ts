/** What every chart does alike: marks and labels follow one clock, and no line crosses what is not known. */
import { expect, it } from 'vitest'
import { files } from './repository.ts'

const sources = files(/\.tsx?$/, ['src'])
const matching = (pattern: RegExp): string[] =>
  sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

it('creates charts only where the axis takes its marks from the clock of its labels', () => {
  expect(matching(/\bcreate(?:Options|YieldCurve)?Chart(?:Ex)?[(<]/).toSorted()).toEqual([
    'src/features/chart/base/wall-scale.ts',
    'src/features/chart/live/live-parts.ts',
  ])
})

it('breaks every line of a chart by the same function', () => {
  const series = sources.filter(
    ({ text }) => text.includes('LineSeries,') && text.includes('addSeries'),
  )
  const breaks = /#data\/known-runs\.ts|#features\/chart\/\w+\/(?:line-points|bar-runs)\.ts/
  // The series of the live line are drawn by live-drawing.ts, and those of bars by draw-bars.ts.
  expect(
    series
      .filter(({ text }) => !breaks.test(text))
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(['src/features/chart/bars/chart-view.ts', 'src/features/chart/live/live-parts.ts'])
  expect(matching(breaks)).toContain('src/features/chart/bars/draw-bars.ts')
})

it('names no zone by the offset that it had in 1970', () => {
  expect(matching(/\.format(?:ToParts)?\(0\)/)).toEqual([])
})

const MOST_FILES = 15

it('has its files in rooms of a size that can be seen at once', () => {
  const rooms = Map.groupBy(files(/\.tsx?$/, ['src/features/chart']), ({ path }) =>
    path.slice(0, path.lastIndexOf('/')),
  )
  expect(rooms.size).toBeGreaterThan(4)
  const crowded = [...rooms].filter(([, room]) => room.length > MOST_FILES).map(([path]) => path)
  expect(crowded).toEqual([])
})
