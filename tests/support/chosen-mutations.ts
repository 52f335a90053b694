/** Which mutations a run tries: all of them, or so many that its seed chooses. */
import { choicesOf } from '#support/settle-choices.ts'

interface Choice {
  /** The names of those that nothing can show, each of which there must be. */
  known: readonly string[]
  /** How many to try; infinite for all in their order. */
  tried: number
  seed: number
  check(holds: boolean, what: string): void
}

/** Chooses among mutations by their names. */
export function chosenMutations<M>(
  all: readonly M[],
  nameOf: (mutation: M) => string,
  { known, tried, seed, check }: Choice,
): M[] {
  for (const name of known) {
    check(
      all.some((each) => nameOf(each) === name),
      `there is no such mutation any more: ${name}`,
    )
  }
  const left = all.filter((each) => !known.includes(nameOf(each)))
  if (tried >= left.length) return left
  const pick = choicesOf(seed)
  return Array.from({ length: tried }, () => left.splice(pick(left.length), 1)).flat()
}
