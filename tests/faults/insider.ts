/**
 * What an insider can do: each application role by SQL with its own log-in, and operators at the desk. Each act is
 * prevented, or found and located by the next check, as docs/SECURITY.md says; its honest twin passes.
 */
import { createProofAudit } from '#server/desk/proof-audit.ts'
import { createLedgerChecker, type LedgerChecker } from '#server/ledger/checker.ts'
import { freezeFaults } from '#server/frozen/frozen-store.ts'
import type { LedgerSlice } from '#server/ledger/rotation.ts'
import type { LedgerFault } from '#server/ledger/ledger-store.ts'
import { ROLES } from '#server/platform/db/database.ts'
import { createLogger } from '#server/platform/logging.ts'
import type { InsiderAct } from '#support/insider-acts.ts'
import { rightsIn } from '#support/catalogue.ts'
import { RIGHTS } from '#support/grants.ts'
import { INSIDER_ACTS } from '#support/insiders.ts'
import { type InsiderScene, insiderStage } from '#support/insider-scene.ts'
import type { Right, Sql } from '#support/right.ts'
import { receiptAudit } from '#support/ledger-room.ts'
import { manualClock } from '#support/manual-clock.ts'
import type { FaultScenario, Scale } from './runner.ts'

const nameOf = ({ who, what }: InsiderAct): string => `${who} ${what}`

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

/** What the server checks each minute, on the database alone. */
async function checkerOf({ database, vault }: InsiderScene): Promise<LedgerChecker> {
  const { auditor, app: db } = database.pools
  const auditReceipts = await receiptAudit(auditor)
  const verifyProofs = createProofAudit({ db: auditor, vault, allowedOrigins: [] })
  const audit = async () => {
    await verifyProofs()
    return auditReceipts()
  }
  const setFrozen = async (slice: LedgerSlice | null) =>
    (await freezeFaults(db, { atMs: 0, limit: 500, slice })).length
  const log = createLogger('silent')
  return createLedgerChecker({ db, auditor, setFrozen, clock: manualClock(0), log, audit })
}

/** What became of an act: `prevented CODE`, or `found FAULT, …`, or `nothing`. */
async function outcomeOf(scene: InsiderScene, act: () => Promise<unknown>): Promise<string> {
  const checker = await checkerOf(scene)
  try {
    const before = await checker.check('everything')
    if (before.length > 0) return `found before the act: ${JSON.stringify(before)}`
    const error = await act().then(
      () => null,
      (thrown: unknown) => ({ thrown }),
    )
    if (error !== null) return `prevented ${codeOf(error.thrown)}`
    return named(scene, await checker.check('everything'))
  } finally {
    await checker.close()
  }
}

function named({ alarms }: InsiderScene, faults: readonly LedgerFault[]): string {
  const found = [...new Set([...faults.map(({ invariant }) => invariant), ...alarms])]
  return found.length === 0 ? 'nothing' : `found ${found.join(', ')}`
}

const isExpected = ({ expected }: InsiderAct, outcome: string): boolean =>
  'prevented' in expected
    ? outcome === `prevented ${expected.prevented}`
    : outcome.startsWith('found ') && outcome.includes(expected.detected)

/** One of so many acts that have databases of their own is tried; the seed chooses which. */
const ONE_OF: Record<Scale, number> = { short: 4, ci: 1, full: 1 }
const chosen = (seed: number, scale: Scale): InsiderAct[] =>
  INSIDER_ACTS.filter(({ isShared }) => isShared !== true).filter(
    (_, n) => (n + seed) % ONE_OF[scale] === 0,
  )

/** What becomes of the worst use of a row, as `attemptOf` says it. */
const endName = ({ end }: Right): string =>
  'prevented' in end ? `prevented ${end.prevented}` : 'found' in end ? 'found' : 'nothing'
const expectedName = ({ expected }: InsiderAct): string =>
  'prevented' in expected ? `prevented ${expected.prevented}` : 'found'

/** The rows that an act of the scenario tries must end as that act. */
function actsDiffer(): string[] {
  const acts = new Map(INSIDER_ACTS.map((act) => [nameOf(act), expectedName(act)]))
  return RIGHTS.flatMap((row) => {
    if (!('act' in row.tried)) return 'found' in row.end ? [`no act finds ${row.worst}`] : []
    return acts.get(row.tried.act) === endName(row) ? [] : [`${row.tried.act}, of ${row.worst}`]
  })
}

type Check = (ok: boolean, what: string) => void

/** Tries a row by its statements, each with the role that has the right, and its honest twin. */
async function tryRow(scene: InsiderScene, row: Right, check: Check): Promise<void> {
  if ('act' in row.tried) return
  const [name = ''] = row.rights
  const who = ROLES.find((role) => name.startsWith(`${role} `)) ?? 'app'
  const outcome = (statement: Sql) =>
    attemptOf(() =>
      scene.database.pools[who].query(typeof statement === 'string' ? statement : statement(scene)),
    )
  for (const statement of row.tried.sql) {
    const seen = await outcome(statement)
    check(seen === endName(row), `${name}: ${seen}, not ${endName(row)}`)
  }
  const twin = await outcome(row.tried.twin)
  check(twin === 'nothing', `the twin of ${name}: ${twin}`)
}

/**
 * Compares the list of rights with the catalogue, also for partitions that were made after the start, and tries each
 * row. No check finds a fault afterwards.
 */
async function walkRights(scene: InsiderScene, check: Check): Promise<void> {
  await scene.database.pools.app.query('select start_market_day()')
  const made = await scene.database.owner.query(
    "select from pg_inherits where inhparent = 'outbox'::regclass",
  )
  check(made.length > 1, 'no partition was made since the start')
  const listed = new Set(RIGHTS.flatMap(({ rights }) => rights))
  const found = await rightsIn(scene.database.owner)
  for (const right of found) check(listed.has(right), `a right that is not listed: ${right}`)
  check(found.length === listed.size, `${found.length} rights, ${listed.size} listed`)
  check(actsDiffer().length === 0, `rows and acts differ: ${actsDiffer().join('; ')}`)
  for (const row of RIGHTS) await tryRow(scene, row, check)
}

const attemptOf = (act: () => Promise<unknown>): Promise<string> =>
  act().then(
    () => 'nothing',
    (error: unknown) => `prevented ${codeOf(error)}`,
  )

export const run: FaultScenario = async ({ seed, scale, check, count, log }) => {
  const stage = await insiderStage()
  const play = async (act: (scene: InsiderScene) => Promise<unknown>): Promise<string> => {
    const scene = await stage.copy()
    try {
      return await outcomeOf(scene, () => act(scene))
    } finally {
      await scene.close()
    }
  }
  const judge = (act: InsiderAct, outcome: string, twin: string): void => {
    log(`${nameOf(act)}: ${outcome}`)
    check(isExpected(act, outcome), `${nameOf(act)}: ${outcome}`)
    check(twin === 'nothing', `the twin of ${nameOf(act)}: ${twin}`)
    count(Object.keys(act.expected).join())
  }
  const playShared = async (scene: InsiderScene): Promise<void> => {
    for (const act of INSIDER_ACTS.filter(({ isShared }) => isShared)) {
      const [attempt, twin] = [act.attempt(scene), act.twin(scene)].map((done) =>
        done.then(
          () => 'nothing',
          (error: unknown) => `prevented ${codeOf(error)}`,
        ),
      )
      judge(act, (await attempt) ?? '', (await twin) ?? '')
    }
  }
  try {
    const walked = await play((scene) => walkRights(scene, check))
    check(walked === 'nothing', `rights that prevent or do no harm: ${walked}`)
    check((await play(playShared)) === 'nothing', 'acts that were prevented left a fault')
    for (const act of chosen(seed, scale)) {
      const tries = [play((scene) => act.attempt(scene)), play((scene) => act.twin(scene))] as const
      judge(act, ...(await Promise.all(tries)))
    }
  } finally {
    await stage.close()
  }
}
