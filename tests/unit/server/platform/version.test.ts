import { expect, it } from 'vitest'
import { APP_VERSION } from '#lib/app-version.ts'
import { VERSION } from '#server/platform/version.ts'

it('is the same in the app, the server and the package', () => {
  expect(APP_VERSION).toEqual(VERSION)
})
