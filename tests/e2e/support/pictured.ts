/** Compares what a screen says with the texts that were recorded when its picture for the README was taken. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { lastingLines, type Picture, pictureFaults } from '#support/picture-text.ts'
import { expect } from './fixtures.ts'
import { say } from './words.ts'

const FOLDER = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url))
/** Notices come and go. */
export const NOTICES = '[role=status][aria-live=polite]'
/** What a screen says only with some prices: here, that the prices between entry and exit are missing. */
const byChance = (): string[] => [say('orders:picture.cut')]
/** A longer sentence, or another font, moves what is below it by less. */
const LOWER_EDGE_PX = 150

/** `order` moves, and has no texts. */
export const pictureFile = (name: Picture | 'order'): string => `${FOLDER}${name}.webp`
export const pictureTextFile = (name: Picture): string => `${FOLDER}${name}.txt`

interface PlacedText {
  text: string
  top: number
  bottom: number
}

/** All texts of the page that people can see or scroll to, but notices and what is there by chance. */
async function textsOf(page: Page): Promise<PlacedText[]> {
  const texts = await page.evaluate((leftOut) => {
    const found: PlacedText[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement
      if (element === null || element.closest(leftOut) !== null) continue
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const { top, bottom } = range.getBoundingClientRect()
      found.push({ text: node.textContent ?? '', top, bottom })
    }
    return found
  }, `script, style, noscript, .sr-only, [data-passing], ${NOTICES}`)
  return texts.filter(({ text }) => !byChance().includes(text))
}

const within = (texts: readonly PlacedText[], heightPx: number): string[] =>
  texts.filter(({ top, bottom }) => top >= 0 && bottom <= heightPx).map(({ text }) => text)

const heightOf = (page: Page): number => page.viewportSize()?.height ?? 0

/** The lines to record beside a picture of the screen. */
export const pictureLines = async (page: Page): Promise<string[]> =>
  lastingLines(within(await textsOf(page), heightOf(page)))

/** Expects the screen to say what its picture says. */
export async function expectPictured(page: Page, name: Picture): Promise<void> {
  const pictured = readFileSync(pictureTextFile(name), 'utf8').trimEnd().split('\n')
  const faults = async (): Promise<string[]> => {
    const texts = await textsOf(page)
    const certain = within(texts, heightOf(page) - LOWER_EDGE_PX)
    return pictureFaults(pictured, { certain, all: texts.map(({ text }) => text) })
  }
  const message = `docs/pictures/${name}.webp is out of date: run npm run screens -- --readme`
  await expect.poll(faults, { message }).toEqual([])
}
