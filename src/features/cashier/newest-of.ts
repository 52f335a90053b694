/** The document as a stream last had it: it may move on while it is looked at. */
export function newestOf<T extends { id: string }>(
  shown: T,
  known: readonly T[],
  stage: (row: T) => number,
): T {
  const heard = known.find(({ id }) => id === shown.id)
  return heard !== undefined && stage(heard) >= stage(shown) ? heard : shown
}
