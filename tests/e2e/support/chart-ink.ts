/** What is drawn on the live chart, by its colours. */
import { expect, type Page } from '@playwright/test'

interface Ink {
  points: number
  /** How many columns of the chart have a point. */
  columns: number
  tallest: number
}

/** Counts the points of the live chart that have the colour of a token, and the tallest column of them, in CSS px. */
export const inkOf = (page: Page, token: string): Promise<Ink> =>
  page.evaluate((name) => {
    const probe = document.createElement('canvas').getContext('2d')
    const root = getComputedStyle(document.documentElement)
    if (probe === null) return { points: 0, columns: 0, tallest: 0 }
    probe.fillStyle = root.getPropertyValue(`--color-${name}`).trim()
    probe.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = probe.getImageData(0, 0, 1, 1).data
    const columns = new Map<number, number>()
    const chart = document.querySelector('[data-live-chart]')
    const pane = chart?.querySelector('table')?.rows[0]?.cells[1]
    // The library has two layers of a pane; what moves with each price is on one of our own.
    const layers = [
      ...(pane?.querySelectorAll('canvas') ?? []),
      ...(chart?.querySelectorAll<HTMLCanvasElement>('[data-live-layer]') ?? []),
    ]
    for (const layer of layers) {
      const image = layer.getContext('2d')?.getImageData(0, 0, layer.width, layer.height)
      if (image === undefined) continue
      const { data, width } = image
      for (let at = 0; at < data.length; at += 4) {
        if (data[at] !== red || data[at + 1] !== green || data[at + 2] !== blue) continue
        const x = (at / 4) % width
        columns.set(x, (columns.get(x) ?? 0) + 1)
      }
    }
    const counts = [...columns.values()]
    const scale = devicePixelRatio
    return {
      points: counts.reduce((sum, count) => sum + count, 0),
      columns: counts.length / scale,
      tallest: Math.max(0, ...counts) / scale,
    }
  }, token)

/** A line of a few prices is shorter. */
const LINE_PX = 60

/** Waits until the past of the line is there. */
export async function expectLine(page: Page): Promise<void> {
  const length = async (): Promise<number> => {
    // The line of a price that is not live any more is grey.
    const inks = [await inkOf(page, 'info'), await inkOf(page, 'ink-3')]
    return Math.max(...inks.map(({ columns }) => columns))
  }
  await expect.poll(length).toBeGreaterThan(LINE_PX)
}
