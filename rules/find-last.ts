/**
 * Searches from the end. The compiler knows the built-ins for it only together with the rest of ES2023, which is newer
 * than docs/decisions/0060-browsers.md allows.
 */

/** The index of the last value that passes the test; -1 when none does. */
export function findLastIndex<T>(
  list: readonly T[],
  test: (value: T, index: number) => boolean,
): number {
  let index = list.length - 1
  while (index >= 0 && !test(list[index] as T, index)) index -= 1
  return index
}

/** The last value that passes the test. */
export function findLast<T, S extends T>(
  list: readonly T[],
  test: (value: T) => value is S,
): S | undefined
export function findLast<T>(list: readonly T[], test: (value: T) => boolean): T | undefined
export function findLast<T>(list: readonly T[], test: (value: T) => boolean): T | undefined {
  return list[findLastIndex(list, test)]
}
