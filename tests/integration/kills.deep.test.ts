import { afterAll, beforeAll, it } from 'vitest'
import { KillScenario } from '#support/kill-scenario.ts'

const ROUNDS = 3

let scenario: KillScenario
beforeAll(async () => {
  scenario = await KillScenario.open()
})
afterAll(() => scenario.close())

it('loses nothing and does nothing twice when the server is killed again and again', async () => {
  for (let round = 0; round < ROUNDS; round++) await scenario.round()
  await scenario.finish()
}, 600_000)
