import { setTimeout } from 'node:timers/promises'
import { expect } from './support/fixtures.ts'
import { test } from './support/gallery.ts'
import { lookAs, open } from './support/looking.ts'
import { SCREENS, VIEWERS } from './support/screens.ts'
import { MAX_SHIFT, shiftOf, watchShifts } from './support/shifts.ts'

/** A phone on a tolerable line: parts come one after the other, as a user sees them come. */
const LINE = {
  offline: false,
  latency: 80,
  downloadThroughput: 400_000,
  uploadThroughput: 100_000,
}

const SOCKET_LATE_MS = 1_500

/** Those into which most is loaded: prices, lists, figures and charts. */
const NAMES = [
  'home-visitor',
  'fund-visitor',
  'statistics',
  'home',
  'products',
  'detail',
  'positions',
  'user',
  'messages',
  'fund',
  'records',
  'withdrawals',
]
const LOOKED_AT = SCREENS.filter(({ name }) => NAMES.includes(name))

for (const [language, width] of [
  ['zh-CN', 390],
  ['de', 320],
] as const) {
  test(`nothing jumps while a page fills: ${language} at ${width} px`, async ({
    gallery,
    page,
  }) => {
    expect(LOOKED_AT).toHaveLength(NAMES.length)
    await page.setViewportSize({ width, height: 700 })
    await watchShifts(page)
    const line = await page.context().newCDPSession(page)
    await line.send('Network.emulateNetworkConditions', LINE)
    // What the socket brings comes last, as on a poor line: after everything else is drawn.
    await page.routeWebSocket(/socket\.io/, async (socket) => {
      await setTimeout(SOCKET_LATE_MS)
      socket.connectToServer()
    })
    const jumping: string[] = []
    for (const viewer of VIEWERS) {
      await lookAs(page, gallery, { viewer, language })
      for (const screen of LOOKED_AT.filter((each) => each.viewer === viewer)) {
        await page.goto('about:blank')
        await open(page, gallery, screen)
        const { shift, what } = await shiftOf(page)
        if (shift > MAX_SHIFT)
          jumping.push(`${screen.name}: ${shift.toFixed(3)} by ${what.join(' | ')}`)
      }
    }
    expect(jumping).toEqual([])
  })
}
