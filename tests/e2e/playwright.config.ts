import { defineConfig } from '@playwright/test'
import { deep } from '#support/suite.ts'
import { CHROMIUM_FLAGS, CHROMIUM_PATH } from './support/chromium.ts'

const ending = deep ? '.deep.spec.ts' : '.spec.ts'
const OTHERS = deep ? [] : ['**/*.deep.spec.ts']
/** They share a server whose users take long to prepare, so these begin first and others run beside and after them. */
const SCREENS = ['pages', 'still'].map((name) => `**/${name}${ending}`)

/** It measures speed, so `npm run test:deep` runs it when nothing else runs. */
const SPEED = `**/lighthouse${ending}`

/** Real Chromium on a phone; each worker shares one real server among its tests (support/fixtures.ts). */
export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'screens', testMatch: SCREENS },
    { name: 'journeys', testMatch: `**/*${ending}`, testIgnore: [...SCREENS, SPEED, ...OTHERS] },
    { name: 'speed', testMatch: SPEED },
  ],
  fullyParallel: true,
  outputDir: '../../test-results',
  // A journey keeps about one core busy: half of it the browser, half the server.
  workers: 2,
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '../../.tmp/test/e2e.json' }]],
  use: {
    actionTimeout: 15_000,
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
