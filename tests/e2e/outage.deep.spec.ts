import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readByCommand, readByPython } from '#support/receipt-readers.ts'
import { expect, test } from './support/fixtures.ts'
import { speak } from './support/looking.ts'
import { placeOrder } from './support/ready-user.ts'
import { expectAccessible, offlineVerdicts, ReceiptPage } from './support/receipt.ts'
import { shapeFaults, untranslated } from './support/screen-faults.ts'

const { step } = test
const LANGUAGES = ['zh-CN', 'de', 'th', 'en']
const NARROW = { width: 320, height: 740 }
const PHONE = { width: 390, height: 844 }
const WIDE = { width: 1280, height: 900 }
/**
 * The server is killed so long before the expiry, and its clock begins so long after the kill. On a slow machine its
 * start takes ten more, and above 30 the receipt would say that it is not proved.
 */
const BEFORE_MS = 1_000
const AWAY_MS = 10_000
const SIGNED_EVERY_MS = 10_000

let folder: string
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-outage-'))
})
test.afterEach(() => rmSync(folder, { recursive: true, force: true }))

interface Settled {
  status: string
  exit_time: number | null
}

test('an order that expires while the server is away settles by the prices that were filled in', async ({
  page,
  browser,
  user: { caller },
  phone,
  server,
}) => {
  test.setTimeout(240_000)
  await phone.openProducts()
  await server.hold()
  const id = await placeOrder(caller)
  const ask = async <Row extends object>(sql: string): Promise<Row> => {
    const [row] = await server.ask<Row>(sql, [id])
    if (row === undefined) throw new Error(`nothing for order ${id}`)
    return row
  }
  const { ends } = await ask<{ ends: number }>(
    'select expires_at::float8 as ends from orders where id = $1',
  )
  const untilSigned = async (afterMs: number): Promise<void> => {
    const signed = () => server.ask('select from checkpoints where time_ms > $1', [afterMs])
    await expect.poll(async () => (await signed()).length, { timeout: 60_000 }).toBeGreaterThan(0)
  }
  // A clock that is played signs late, unless it stops for it.
  const placedAt = server.now()
  await server.play(2 * SIGNED_EVERY_MS)
  await untilSigned(placedAt + SIGNED_EVERY_MS)
  await server.play(ends - BEFORE_MS - server.now())
  const killedAt = server.now()
  await server.kill()
  await server.restartAt(new Date(killedAt + AWAY_MS).toISOString())
  server.go()

  const markers = await server.ask<{ seq: number; from_ms: number; at: number }>(
    `select t.seq::float8 as seq, t.from_ms::float8 as from_ms, t.time_ms::float8 as at
      from ticks t join orders o on o.product_id = t.product_id
      where o.id = $1 and t.kind = 5 and t.time_ms >= $2 and t.from_ms < o.expires_at`,
    [id, ends],
  )
  expect(markers).toHaveLength(1)
  expect(markers[0]?.from_ms).toBeGreaterThan(killedAt - 3_000)
  expect(markers[0]?.at).toBeGreaterThanOrEqual(killedAt + AWAY_MS)
  await expect
    .poll(async () => (await ask<Settled>('select status from orders where id = $1')).status)
    .toMatch(/^(won|lost|draw)$/)
  const { exit_time: exit } = await ask<Settled>(
    'select exit_time::float8 as exit_time from settlements where order_id = $1',
  )
  expect(exit).toBeGreaterThan(killedAt - 1_000)
  expect(exit).toBeLessThanOrEqual(ends)

  await untilSigned(killedAt + AWAY_MS + SIGNED_EVERY_MS)
  const receipt = new ReceiptPage(page, server)
  const late = page.locator('[data-late]')
  await step('the receipt says so, in four languages', async () => {
    await page.setViewportSize(PHONE)
    await receipt.open(id)
    for (const language of LANGUAGES) {
      await speak(page, language)
      await expect(late.locator('p')).toHaveCount(2)
      await expect.poll(() => receipt.faults()).toEqual([])
      for (const size of [NARROW, WIDE, PHONE]) {
        await page.setViewportSize(size)
        expect([...(await shapeFaults(page)), ...(await untranslated(page))]).toEqual([])
      }
      await expectAccessible(page)
    }
    await expect(late).toContainText(/exit price was written \d+ s late, after an outage from/)
  })

  await step('and so do the readers outside of the app', async () => {
    const file = await receipt.save(folder, id)
    const command = readByCommand(file)
    expect(command.text).toMatch(/late +exit +record \d+ was written \d+\.\d{3} s late, after an/)
    expect(command.text).toContain('1 passed, 0 failed')
    const python = readByPython(file)
    expect(python.text).toMatch(/the exit \(record \d+\) was written \d+\.\d{3} s late, after an/)
    expect(python.status).toBe(0)
    const [verdict] = await offlineVerdicts(browser, server, [file])
    expect(verdict).toMatch(/^holds .*The exit price was written \d+ s late, after an outage from/)
  })
})
