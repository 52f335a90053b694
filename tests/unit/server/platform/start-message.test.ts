import { expect, it } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { startMessage } from '#server/platform/start-message.ts'

it.each([
  ['http://127.0.0.1:8460', 'http://localhost:8460'],
  ['http://192.168.1.7:8460', 'http://192.168.1.7:8460'],
  ['http://[::1]:8460', 'http://[::1]:8460'],
])('sends who listens at %s to %s, for passkeys need a name', (url, shown) => {
  const config = readConfig([], {}, '/tmp')
  const said = startMessage({ url, config, place: 'data', openingCode: 'CODE', demo: null })
  expect(
    said
      .split('\n')
      .find((line) => line.includes('Open '))
      ?.trim(),
  ).toBe(`Open        ${shown}`)
})
