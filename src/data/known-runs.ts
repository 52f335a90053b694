/**
 * Splits points, in order, into runs. Every chart draws its lines by this rule: the points of a run are joined, and two
 * runs never are, because what was between them is not known.
 */
export function knownRuns<T>(points: readonly T[], joins: (before: T, after: T) => boolean): T[][] {
  const runs: T[][] = []
  for (const point of points) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    if (run !== undefined && before !== undefined && joins(before, point)) run.push(point)
    else runs.push([point])
  }
  return runs
}
