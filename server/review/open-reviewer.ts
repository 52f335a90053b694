/** Opens the practice reviewer with the areas that it decides in. It does nothing where it is off. */
import type { ObservedDeskChanges } from '#server/platform/desk-changes.ts'
import { createDocuments } from '#server/documents/move.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import type { Logger } from '#server/platform/logging.ts'
import type { Vault } from '#server/platform/vault.ts'
import { createPracticeReviewer, type PracticeReviewer } from '#server/review/practice-reviewer.ts'

/** What the practice reviewer needs. */
export interface ReviewerNeeds {
  config: Pick<Config, 'practice' | 'practiceReviewer'>
  db: Database
  hub: SocketHub
  vault: Vault
  clock: MarketClock
  log: Logger
  deskChanges: ObservedDeskChanges
}

const NOBODY: PracticeReviewer = {
  start: () => undefined,
  idle: async () => undefined,
  stop: async () => undefined,
}

export function openPracticeReviewer(needs: ReviewerNeeds): PracticeReviewer {
  const { config, deskChanges } = needs
  if (!config.practice || !config.practiceReviewer) return NOBODY
  return createPracticeReviewer({
    ...needs,
    documents: createDocuments({ ...needs, deskChanges }),
  })
}
