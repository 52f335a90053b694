/** Which breaks can be begun: those that end later than the one of their kind that runs. */
import { type PauseLength, pauseLength } from '#contract/limits.ts'
import { pauseEnd, pauseKindOf } from '#rules/own-limits.ts'

export type BreakKind = ReturnType<typeof pauseKindOf>

export interface BreakChoice {
  length: PauseLength
  until: number
}

export const breakChoices = (
  kind: BreakKind,
  runsUntil: number | null,
  serverNow: number,
): BreakChoice[] =>
  pauseLength.options
    .filter((length) => pauseKindOf(length) === kind)
    .map((length) => ({ length, until: pauseEnd(length, serverNow) }))
    .filter(({ until }) => until > (runsUntil ?? 0))
