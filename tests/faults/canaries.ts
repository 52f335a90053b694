/** Secrets planted in every flow, accepted and refused, while the log says everything: none may be found outside. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLogger } from '#server/platform/logging.ts'
import {
  type Canary,
  foundIn,
  foundInFolder,
  foundInTables,
  spellings,
} from '#support/canary-search.ts'
import { canaryVisit } from '#support/canary-visit.ts'
import { type TestServer, testServer } from '#support/server.ts'
import type { FaultContext, FaultScenario } from './runner.ts'

const MIN_CANARIES = 40
/** The file that is the key itself. */
const KEY_FILE = /^vault-key$/

/** A search that finds nothing proves something only if it finds what is there. */
async function controls({ owner }: TestServer, canaries: Canary[], { check }: FaultContext) {
  for (const canary of canaries) {
    for (const text of spellings(canary.value)) {
      const found = foundIn(`{"level":"debug","body":"${text}"}`, [canary])
      check(found.length === 1, `a leak of ${canary.name} as ${text} would not be seen`)
    }
  }
  const [leaked] = canaries.filter(({ sealed, value }) => sealed && typeof value === 'string')
  if (leaked === undefined) throw new Error('nothing was planted')
  await owner.query('insert into ledger_halts (reason, lifted_at) values ($1, now())', [
    `leaked: ${String(leaked.value)}`,
  ])
  const seen = await foundInTables(owner, [leaked])
  const isSeen = seen.join() === `${leaked.name} in table ledger_halts`
  check(isSeen, `a leak into a table is seen as: ${seen.join() || 'nothing'}`)
}

export const run: FaultScenario = async (context) => {
  const lines: string[] = []
  const log = createLogger('debug', { write: (line) => void lines.push(line) })
  const server = await testServer({ log })
  try {
    const { canaries, asked, statuses } = await canaryVisit(server, context.seed)
    canaries.push({
      name: 'the master key',
      value: readFileSync(join(server.config.dataFolder, 'vault-key')),
      sealed: true,
    })
    const metrics = (await server.visitor().get('/metrics')).text
    const refusals = asked.filter(({ status }) => status >= 400)
    const sealed = canaries.filter((canary) => canary.sealed)
    const places: [string, string[]][] = [
      ['the log', foundIn(lines.join(''), canaries)],
      ['a refusal', foundIn(refusals.map(({ text }) => text).join('\n'), canaries)],
      ['the metrics', foundIn(metrics, canaries)],
      ['a URL', foundIn(asked.map(({ url }) => url).join('\n'), canaries)],
      ['the database', await foundInTables(server.owner, sealed)],
      ['the data folder', foundInFolder(server.config.dataFolder, sealed, KEY_FILE)],
    ]
    for (const [place, found] of places) {
      for (const name of found) context.fail(`${name} is in ${place}`)
      context.pass(canaries.length - found.length)
    }
    context.count('canaries', canaries.length)
    context.count('log lines', lines.length)
    for (const [status, times] of statuses) context.count(`answers ${status}`, times)
    context.check(canaries.length >= MIN_CANARIES, `only ${canaries.length} were planted`)
    for (const status of [200, 400, 401, 409, 422, 500]) {
      context.check(statuses.has(status), `no answer was a ${status}: a flow was left out`)
    }
    context.check(lines.length > 0, 'nothing was logged')
    await controls(server, canaries, context)
  } finally {
    await server.close()
  }
}
