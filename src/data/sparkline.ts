import { knownRuns } from '#data/known-runs.ts'

/**
 * The SVG path of a sparkline in a box of the given size, with a margin of 1 unit above and below. It has no line where
 * a value is null.
 */
export function sparklinePath(
  values: readonly (number | null)[],
  box: { width: number; height: number },
): string {
  const points = values.flatMap((value, at) => (value === null ? [] : [{ at, value }]))
  const known = points.map(({ value }) => value)
  const low = Math.min(...known)
  const span = Math.max(...known) - low
  const step = box.width / (values.length - 1)
  const usable = box.height - 2
  const y = (value: number): number =>
    span === 0 ? box.height / 2 : 1 + usable * (1 - (value - low) / span)
  const tenth = (part: number): number => Math.round(part * 10) / 10
  return knownRuns(points, (before, after) => after.at === before.at + 1)
    .filter((run) => run.length > 1)
    .flat()
    .map(({ at, value }, i, drawn) => {
      const isNext = drawn[i - 1]?.at === at - 1
      return `${isNext ? 'L' : 'M'}${tenth(at * step)} ${tenth(y(value))}`
    })
    .join('')
}
