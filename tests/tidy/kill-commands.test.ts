import { expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints/all.ts'
import { CANCELLATIONS, COMMANDS } from '#support/kill-commands.ts'

it('lists every command of users that carries a key among those that meet a killed server', () => {
  const rows: Endpoint[] = Object.values(ENDPOINTS).flatMap((area) => Object.values(area))
  const keyed = rows.filter(({ command, access }) => command !== undefined && access !== 'operator')
  const paths = [...COMMANDS, ...CANCELLATIONS].map(({ path }) => path)
  expect(paths.sort()).toEqual(keyed.map(({ path }) => path).sort())
})
