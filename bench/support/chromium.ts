/** Chromium as every benchmark with a page starts it. */
import { type Browser, chromium } from '@playwright/test'

export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

export const DESKTOP = { viewport: { width: 1_280, height: 800 } }

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--no-first-run',
    ],
  })
