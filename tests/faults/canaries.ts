/** Secrets planted in every flow, right and wrong, with the log at its most talkative: none may be found outside. */
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
import type { FaultContext, FaultProgramme } from './runner.ts'

const AT_LEAST = 40
/** The file that is the key, and where the files' own key would have to be. */
const KEY_FILE = /^vault-key$/

interface Result {
  passed: number
  failed: number
}

/** A search that finds nothing proves something only if it finds what is there. */
async function controls(it: TestServer, canaries: Canary[], result: Result, context: FaultContext) {
  for (const canary of canaries) {
    for (const text of spellings(canary.value)) {
      if (foundIn(`{"level":"debug","body":"${text}"}`, [canary]).length === 1) result.passed += 1
      else context.fail(`a leak of ${canary.name} as ${text} would not be seen`)
    }
  }
  const [leaked] = canaries.filter(({ sealed, value }) => sealed && typeof value === 'string')
  if (leaked === undefined) throw new Error('nothing was planted')
  await it.owner.query('insert into ledger_halts (reason, lifted_at) values ($1, now())', [
    `leaked: ${String(leaked.value)}`,
  ])
  const seen = await foundInTables(it.owner, [leaked])
  if (seen.join() === `${leaked.name} in table ledger_halts`) result.passed += 1
  else context.fail(`a leak into a table is seen as: ${seen.join() || 'nothing'}`)
}

export const run: FaultProgramme = async (context) => {
  const lines: string[] = []
  const log = createLogger('debug', { write: (line) => void lines.push(line) })
  const server = await testServer({ log })
  const result: Result = { passed: 0, failed: 0 }
  try {
    const { canaries, asked, statuses } = await canaryVisit(server)
    canaries.push({
      name: 'the master key',
      value: readFileSync(join(server.config.dataFolder, 'vault-key')),
      sealed: true,
    })
    const metrics = (await server.visitor().get('/metrics')).text
    const refusals = asked.filter(({ status }) => status >= 400)
    const sealed = canaries.filter((it) => it.sealed)
    const places: [string, string[]][] = [
      ['the log', foundIn(lines.join(''), canaries)],
      ['a refusal', foundIn(refusals.map(({ text }) => text).join('\n'), canaries)],
      ['the metrics', foundIn(metrics, canaries)],
      ['a URL', foundIn(asked.map(({ url }) => url).join('\n'), canaries)],
      ['the database', await foundInTables(server.owner, sealed)],
      ['the data folder', foundInFolder(server.config.dataFolder, sealed, KEY_FILE)],
    ]
    for (const [place, found] of places) {
      for (const name of found) context.fail(`${name} stands in ${place}`)
      result.passed += canaries.length - found.length
    }
    context.count('canaries', canaries.length)
    context.count('log lines', lines.length)
    for (const [status, times] of statuses) context.count(`answers ${status}`, times)
    if (canaries.length < AT_LEAST) context.fail(`only ${canaries.length} were planted`)
    for (const status of [200, 400, 401, 409, 422, 500]) {
      if (!statuses.has(status)) context.fail(`no answer was a ${status}: a flow was not gone`)
    }
    if (lines.length === 0) context.fail('nothing was logged')
    await controls(server, canaries, result, context)
  } finally {
    await server.close()
  }
  return result
}
