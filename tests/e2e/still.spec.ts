import { expect, test } from '@playwright/test'
import { type House, openHouse, visit } from './support/screens.ts'
import { MOST_SHIFT, shiftOf, watchShifts } from './support/shifts.ts'

// Two looks at once, each with a server of its own.
test.describe.configure({ mode: 'parallel' })
test.use({ serviceWorkers: 'block' })

let house: House
test.beforeAll(async () => {
  test.setTimeout(300_000)
  house = await openHouse()
})
test.afterAll(() => house.server.stop())

/** A phone on a tolerable line: parts come one after the other, as a user sees them come. */
const LINE = {
  offline: false,
  latency: 80,
  downloadThroughput: 400_000,
  uploadThroughput: 100_000,
}

for (const [language, width] of [
  ['zh-CN', 390],
  ['de', 320],
] as const) {
  test(`nothing jumps while a page fills: ${language} at ${width} px`, async ({ page }) => {
    test.setTimeout(900_000)
    await page.setViewportSize({ width, height: 700 })
    await watchShifts(page)
    const line = await page.context().newCDPSession(page)
    await line.send('Network.emulateNetworkConditions', LINE)
    const jumping: string[] = []
    for (const [name, path, who] of house.screens) {
      await page.goto('about:blank')
      await visit(house, page, { path, language, who })
      await page.waitForTimeout(800)
      const { shift, what } = await shiftOf(page)
      if (shift > MOST_SHIFT) jumping.push(`${name}: ${shift.toFixed(3)} by ${what.join(' | ')}`)
    }
    expect(jumping).toEqual([])
  })
}
