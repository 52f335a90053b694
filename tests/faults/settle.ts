/** The settlement rule against an independently written oracle, on and around every boundary, many times. */
import type { FaultScenario } from './runner.ts'
import { combine, settle } from '#rules/settle.ts'
import { entryOf, exitOf, MAX_SPOT_AGE_MS } from '#rules/spot.ts'
import { choicesOf } from '#support/settle-choices.ts'
import { countVerdict, distribution, rareVerdicts } from '#support/settle-distribution.ts'
import { oracle, type Verdict } from '#support/settle-oracle.ts'
import { scenario, sliceAround, type Scenario } from '#support/settle-scenarios.ts'

const RUNS = { short: 20_000, ci: 150_000, full: 5_000_000 }

const flat = (settled: ReturnType<typeof settle>): Verdict | null =>
  settled && {
    outcome: settled.outcome,
    reason: settled.outcome === 'void' ? settled.reason : null,
    entrySeq: settled.entry?.seq ?? null,
    exitSeq: settled.exit?.seq ?? null,
  }

/** As the server does it: one slice around each moment. */
function byHalves({ log, terms }: Scenario): Verdict | null {
  const { startsAt, expiresAt } = terms
  const exit = exitOf(sliceAround(log, expiresAt, expiresAt), expiresAt)
  const entry = entryOf(sliceAround(log, startsAt, startsAt + MAX_SPOT_AGE_MS), startsAt)
  return exit && entry && flat(combine(terms, entry, exit))
}

const text = (verdict: Verdict | null): string =>
  verdict === null
    ? 'pending'
    : `${verdict.reason ?? verdict.outcome} ${verdict.entrySeq}..${verdict.exitSeq}`

export const run: FaultScenario = async ({ seed, scale, log, count, pass, fail }) => {
  const counts = new Map<string, number>()
  const runs = RUNS[scale]
  for (let i = 0; i < runs; i++) {
    const scene = scenario(choicesOf(seed + i))
    const verdict = oracle(scene.log, scene.terms)
    countVerdict(counts, verdict)
    const expected = text(verdict)
    const [whole, halves] = [text(flat(settle(scene.log, scene.terms))), text(byHalves(scene))]
    if (whole === expected && halves === expected) pass()
    else
      fail(`oracle ${expected}, rule ${whole}, halves ${halves}: the first run of seed ${seed + i}`)
  }
  for (const line of distribution(counts)) log(line)
  for (const name of rareVerdicts(counts)) fail(`${name} came up in less than 0.5 % of the runs`)
  count('runs', runs)
}
