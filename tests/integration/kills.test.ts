import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints/all.ts'
import { CANCELLATIONS, COMMANDS } from '#support/kill-commands.ts'
import { KillScenario } from '#support/kill-scenario.ts'

let scenario: KillScenario
beforeAll(async () => {
  scenario = await KillScenario.open()
})
afterAll(() => scenario.close())

it('covers every command of users that carries a key', () => {
  const rows: Endpoint[] = Object.values(ENDPOINTS).flatMap((area) => Object.values(area))
  const keyed = rows.filter(({ command, access }) => command !== undefined && access !== 'operator')
  const paths = [...COMMANDS, ...CANCELLATIONS].map(({ path }) => path)
  expect(paths.sort()).toEqual(keyed.map(({ path }) => path).sort())
})

it('loses nothing and does nothing twice when the server is killed', async () => {
  await scenario.round()
  await scenario.finish()
}, 240_000)
