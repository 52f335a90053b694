/** What one operator, or two who collude, can try, and what must become of it. */
import type { InsiderAct } from '#support/insider-acts.ts'

export const OPERATOR_ACTS: readonly InsiderAct[] = []
