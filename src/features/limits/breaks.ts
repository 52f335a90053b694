/** The breaks that can be started: those that end later than the current one of their kind. */
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
