import { defineConfig } from '@playwright/test'
import { deep } from '#support/suite.ts'
import { HANG_MS } from '#support/until.ts'
import { CHROMIUM_FLAGS, CHROMIUM_PATH } from './support/chromium.ts'

const ending = deep ? '.deep.spec.ts' : '.spec.ts'
const OTHERS = deep ? [] : ['**/*.deep.spec.ts']
/** They share a server whose users take long to prepare, so these begin first and others run beside and after them. */
const SCREENS = ['pages', 'still'].map((name) => `**/${name}${ending}`)

/** Real Chromium on a phone; each worker shares one real server among its tests (support/fixtures.ts). */
export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'screens', testMatch: SCREENS },
    { name: 'journeys', testMatch: `**/*${ending}`, testIgnore: [...SCREENS, ...OTHERS] },
  ],
  fullyParallel: true,
  outputDir: '../../test-results',
  // A journey keeps about one core busy: half of it the browser, half the server.
  workers: 2,
  retries: 0,
  timeout: 180_000,
  expect: { timeout: HANG_MS },
  reporter: 'list',
  use: {
    actionTimeout: HANG_MS,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // It stores the whole app on each new device: journeys that are about it allow it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: CHROMIUM_PATH,
      args: CHROMIUM_FLAGS,
    },
  },
})
