/**
 * What an insider can do: each application role by SQL with its own log-in, and operators at the desk. Each act is
 * prevented, or found and located by the next check, as docs/SECURITY.md says; its honest twin passes.
 */
import { createProofAudit } from '#server/desk/proof-audit.ts'
import { createLedgerChecker } from '#server/ledger/checker.ts'
import { createLogger } from '#server/platform/logging.ts'
import { type InsiderAct, ROLE_ACTS } from '#support/insider-acts.ts'
import { OPERATOR_ACTS } from '#support/insider-operators.ts'
import { type InsiderScene, insiderStage } from '#support/insider-scene.ts'
import { manualClock } from '#support/manual-clock.ts'
import type { FaultScenario } from './runner.ts'

const nameOf = ({ who, what }: InsiderAct): string => `${who} ${what}`

/** What became of an act: `prevented CODE`, or `found INVARIANT, …`, or `nothing`. */
async function outcomeOf(scene: InsiderScene, act: () => Promise<unknown>): Promise<string> {
  try {
    await act()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return `prevented ${code}`
  }
  const { db } = scene.database
  const setFrozen = async () => (await db.query('select 1 from mark_frozen(0, 500)')).length
  const verifyProofs = createProofAudit({ db, vault: scene.vault, allowedOrigins: [] })
  const checker = createLedgerChecker({
    db,
    setFrozen,
    audit: async () => {
      await verifyProofs()
      return []
    },
    clock: manualClock(0),
    log: createLogger('silent'),
  })
  const faults = await checker.check()
  await checker.close()
  const found = [...new Set(faults.map(({ invariant }) => invariant))]
  return found.length === 0 ? 'nothing' : `found ${found.join(', ')}`
}

const isExpected = ({ expected }: InsiderAct, outcome: string): boolean =>
  'prevented' in expected
    ? outcome === `prevented ${expected.prevented}`
    : outcome.startsWith('found ') && outcome.slice(6).split(', ').includes(expected.detected)

export const run: FaultScenario = async ({ check, count, log }) => {
  const stage = await insiderStage()
  const play = async (act: (scene: InsiderScene) => Promise<unknown>): Promise<string> => {
    const scene = await stage.copy()
    try {
      return await outcomeOf(scene, () => act(scene))
    } finally {
      await scene.close()
    }
  }
  try {
    for (const act of [...ROLE_ACTS, ...OPERATOR_ACTS]) {
      const outcome = await play((scene) => act.attempt(scene))
      const twin = await play((scene) => act.twin(scene))
      log(`${nameOf(act)}: ${outcome}`)
      check(isExpected(act, outcome), `${nameOf(act)}: ${outcome}`)
      check(twin === 'nothing', `the twin of ${nameOf(act)}: ${twin}`)
      count(Object.keys(act.expected).join())
    }
  } finally {
    await stage.close()
  }
}
