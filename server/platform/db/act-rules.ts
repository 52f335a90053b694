/** What SQL functions that move money follow. The owner of the tables writes it; the server's roles cannot. */
import { z } from 'zod'
import type { Config } from '#server/platform/config.ts'

/** The settings that decide which acts the database permits, as the process that prepares the database gets them. */
export const actRules = z.object({
  practice: z.boolean(),
  practiceReviewer: z.boolean(),
  /** In minor units. */
  secondOperatorAbove: z.string().regex(/^\d{1,18}$/),
})
/** The parsed settings. */
export type ActRules = z.infer<typeof actRules>

/** The rules of a server. */
export const actRulesOf = ({
  practice,
  practiceReviewer,
  secondOperatorAbove,
}: Pick<Config, 'practice' | 'practiceReviewer' | 'secondOperatorAbove'>): ActRules => ({
  practice,
  practiceReviewer,
  secondOperatorAbove: secondOperatorAbove.toString(),
})

/** Writes the rules as the owner of the tables. */
export const writeActRules = (
  query: (sql: string, params: unknown[]) => Promise<unknown>,
  rules: ActRules,
): Promise<unknown> =>
  query('update act_rules set practice = $1, practice_reviewer = $2, second_above = $3', [
    rules.practice,
    rules.practiceReviewer,
    rules.secondOperatorAbove,
  ])
