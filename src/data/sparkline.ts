import { knownRuns } from '#data/known-runs.ts'

interface Box {
  width: number
  height: number
}

const tenth = (part: number): number => Math.round(part * 10) / 10

/**
 * A sparkline in a box of the given size, with a margin of 1 unit above and below: its SVG path, which has no line
 * where a value is null, and the height of its first known value; null if there is none.
 */
export function sparkline(
  values: readonly (number | null)[],
  box: Box,
): { path: string; firstY: number | null } {
  const points = values.flatMap((value, at) => (value === null ? [] : [{ at, value }]))
  const known = points.map(({ value }) => value)
  const low = Math.min(...known)
  const span = Math.max(...known) - low
  const step = box.width / (values.length - 1)
  const usable = box.height - 2
  const y = (value: number): number =>
    tenth(span === 0 ? box.height / 2 : 1 + usable * (1 - (value - low) / span))
  const path = knownRuns(points, (before, after) => after.at === before.at + 1)
    .filter((run) => run.length > 1)
    .flat()
    .map(({ at, value }, i, drawn) => {
      const isNext = drawn[i - 1]?.at === at - 1
      return `${isNext ? 'L' : 'M'}${tenth(at * step)} ${y(value)}`
    })
    .join('')
  const [first] = known
  return { path, firstY: first === undefined ? null : y(first) }
}

/** The path of `sparkline` alone. */
export const sparklinePath = (values: readonly (number | null)[], box: Box): string =>
  sparkline(values, box).path
