/** The receipt of a settled order as the page shows it, and the saved file as readers outside the app see it. */
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { receiptPath } from '#lib/paths.ts'
import type { RunningServer } from './server.ts'

export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const nodes = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  expect(nodes).toEqual([])
}

export class ReceiptPage {
  readonly page: Page
  readonly #server: RunningServer

  constructor(page: Page, server: RunningServer) {
    this.page = page
    this.#server = server
  }

  /** Loaded again, and checked to its last step. */
  async open(id: string): Promise<void> {
    await this.page.goto(`${this.#server.url}/#${receiptPath(id)}`)
    await this.page.reload()
    await expect(this.step('ledger')).toBeAttached()
  }

  /** Opens the list of checks and the technical details. */
  async unfold(): Promise<void> {
    const folded = this.page.locator('main button[aria-expanded=false]')
    await expect(async () => {
      if ((await folded.count()) > 0) await folded.first().click()
      await expect(folded).toHaveCount(0, { timeout: 100 })
    }).toPass()
    await expect(this.step('ledger')).toBeVisible()
  }

  step(name: string): Locator {
    return this.page.locator(`[data-step=${name}]`)
  }

  /** The steps that do not hold, such as `chain fails`. */
  async faults(): Promise<string[]> {
    const steps = await this.page
      .locator('[data-step]')
      .evaluateAll((items) =>
        items.map(({ dataset }) => `${dataset['step']} ${dataset['verdict']}`),
      )
    return steps.filter((step) => !step.endsWith(' holds'))
  }

  /** Saves the full receipt; returns its file. */
  async save(folder: string, id: string): Promise<string> {
    const saving = this.page.waitForEvent('download')
    await this.page.getByRole('button', { name: 'Download full receipt' }).click()
    const file = join(folder, `${id}.json`)
    await (await saving).saveAs(file)
    return file
  }
}

/** Verdict and text of each file on the page that users keep, opened from the disk without a network. */
export async function offlineVerdicts(
  browser: Browser,
  server: RunningServer,
  files: readonly string[],
): Promise<string[]> {
  const reply = await fetch(`${server.url}/fairtick-verify.html`)
  expect(reply.headers.get('content-disposition')).toContain('attachment')
  const kept = join(dirname(files[0] ?? ''), 'fairtick-verify.html')
  writeFileSync(kept, await reply.text())
  const keys = join(dirname(kept), 'keys.json')
  writeFileSync(keys, await (await fetch(`${server.url}/api/checkpoints?limit=1`)).text())
  const context = await browser.newContext({ locale: 'en-GB' })
  await context.setOffline(true)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.goto(`file://${kept}`)
  const input = page.locator('input[type=file]')
  const sections = page.locator('section')
  await input.setInputFiles([...files])
  await expect(sections).toHaveCount(files.length)
  // A receipt proves nothing by the keys that it names itself.
  await expect(page.locator('section[data-verdict=holds]')).toHaveCount(0)
  await input.setInputFiles(keys)
  await expect(page.getByText('Only this key is trusted')).toBeVisible()
  await expectAccessible(page)
  const verdicts = await sections.evaluateAll((all) =>
    all.map((section) => `${section.getAttribute('data-verdict')} ${section.textContent}`),
  )
  expect(errors).toEqual([])
  await context.close()
  return verdicts
}

/** Changes the price of one record of the log, as one who owns the tables could. */
export async function alterRecord(
  server: RunningServer,
  { symbol, seq, by }: { symbol: string; seq: number; by: number },
): Promise<void> {
  await server.ask('alter table ticks disable trigger user')
  await server.ask(
    `update ticks t set price = price + $3 from products p
      where p.id = t.product_id and p.symbol = $1 and t.seq = $2`,
    [symbol, seq, by],
  )
  await server.ask('alter table ticks enable trigger user')
}
