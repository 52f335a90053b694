import { setTimeout } from 'node:timers/promises'
import { expect } from './support/fixtures.ts'
import { test } from './support/gallery.ts'
import { lookAs, open } from './support/looking.ts'
import { looksOf } from './support/looks.ts'
import { SCREENS, VIEWERS } from './support/screens.ts'
import { MAX_SHIFT, movedByLaterStyles, shiftOf, watchShifts } from './support/shifts.ts'

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
/** Each page shows a few screens of one viewer. */
const SCREENS_EACH = 3
/**
 * A page waits for its line most of the time, so two fill at once. With more of them the machine is so busy that the
 * server counts as out of reach, and then pages say how old their figures are.
 */
const PAGES = 2
const GROUPS = VIEWERS.flatMap((viewer) => {
  const screens = LOOKED_AT.filter((each) => each.viewer === viewer)
  return Array.from({ length: Math.ceil(screens.length / SCREENS_EACH) }, (_, i) => ({
    viewer,
    screens: screens.slice(i * SCREENS_EACH, (i + 1) * SCREENS_EACH),
  }))
})

for (const [language, width] of looksOf([['de', 320]] as const, [['zh-CN', 390]] as const)) {
  test(`nothing jumps while a page fills: ${language} at ${width} px`, async ({
    browser,
    gallery,
  }) => {
    expect(LOOKED_AT).toHaveLength(NAMES.length)
    const jumping: string[] = []
    const fill = async ({ viewer, screens }: (typeof GROUPS)[number]): Promise<void> => {
      await using context = await browser.newContext({ viewport: { width, height: 700 } })
      const page = await context.newPage()
      await watchShifts(page)
      const line = await context.newCDPSession(page)
      await line.send('Network.emulateNetworkConditions', LINE)
      // What the socket brings comes last, as on a poor line: after everything else is drawn.
      await page.routeWebSocket(/socket\.io/, async (socket) => {
        await setTimeout(SOCKET_LATE_MS)
        socket.connectToServer()
      })
      await lookAs(page, gallery, { viewer, language })
      for (const screen of screens) {
        await page.goto('about:blank')
        await open(page, gallery, screen)
        const { shift, what } = await shiftOf(page)
        if (shift > MAX_SHIFT)
          jumping.push(`${screen.name}: ${shift.toFixed(3)} by ${what.join(' | ')}`)
        const later = await movedByLaterStyles(page)
        if (later.length > 0)
          jumping.push(`${screen.name}: later styles move ${later.slice(0, 5).join(' | ')}`)
      }
    }
    const left = GROUPS.values()
    const fillInTurn = async (): Promise<void> => {
      for (const group of left) await fill(group)
    }
    await Promise.all(Array.from({ length: PAGES }, fillInTurn))
    expect(jumping).toEqual([])
  })
}
