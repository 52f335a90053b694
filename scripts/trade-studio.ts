/** Plays the scenes of the trading page in one size, and takes the pictures of their states. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { productPath } from '#lib/paths.ts'
import { expectLine } from '../tests/e2e/support/chart-ink.ts'
import { logInAs } from '../tests/e2e/support/fixtures.ts'
import { settle, speak, watchRequests } from '../tests/e2e/support/looking.ts'
import { shapeFaults, untranslated } from '../tests/e2e/support/screen-faults.ts'
import type { Actor, Look, Shown } from '../tests/e2e/support/trade-looks.ts'
import type { Scene, Stage } from '../tests/e2e/support/trade-states.ts'
import type { TradeWorld } from '../tests/e2e/support/trade-world.ts'
import { speech } from '../tests/e2e/support/words.ts'

export type Theme = 'light' | 'dark'

export interface Size {
  width: number
  height: number
  touch: boolean
}

/** Every picture as it was taken. */
export const CELLS = '.tmp/trade-states'
/** A price may cross an entry while a picture is taken, and an order may end. */
const TRIES = 3
/** A part of a picture in one colour has an entropy of 0, and text and lines have more than 0.5. */
const LEAST_ENTROPY = 0.2

export interface Chosen {
  themes: readonly Theme[]
  languages: readonly string[]
  states: readonly string[]
}

export const sizeName = ({ width, height }: Size): string => `${width}x${height}`

export const cellName = (size: Size, theme: Theme, state: string, language: string): string =>
  `${sizeName(size)}/${theme}/${state}-${language}`

const contextOf = (browser: Browser, { width, height, touch }: Size): Promise<BrowserContext> =>
  browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: 1,
    isMobile: touch,
    hasTouch: touch,
    timezoneId: 'Europe/Berlin',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })

async function expectPainted(name: string, png: Buffer, page: Page): Promise<void> {
  const parts = [page.locator('main').first(), page.locator('#chart-pane')]
  const { width, height } = await sharp(png).metadata()
  for (const part of parts) {
    const box = await part.boundingBox()
    if (box === null) throw new Error(`${name}: no ${String(part)}`)
    const left = Math.max(0, Math.round(box.x))
    const top = Math.max(0, Math.round(box.y))
    const region = {
      left,
      top,
      width: Math.min(width - left, Math.round(box.width)),
      height: Math.min(height - top, Math.round(box.height)),
    }
    const { entropy } = await sharp(png).extract(region).stats()
    if (entropy < LEAST_ENTROPY) throw new Error(`${name}: nothing is drawn in ${String(part)}`)
  }
}

/** Takes the pictures of one size. */
export class Studio {
  /** Every picture by its name. */
  readonly cells = new Map<string, Buffer>()
  readonly #browser: Browser
  readonly #world: TradeWorld
  readonly #wish: Chosen
  readonly #size: Size

  constructor(browser: Browser, world: TradeWorld, { wish, size }: { wish: Chosen; size: Size }) {
    this.#browser = browser
    this.#world = world
    this.#wish = wish
    this.#size = size
  }

  #cell(theme: Theme, state: string, language: string): string {
    return cellName(this.#size, theme, state, language)
  }

  #missing(state: string, language: string): Theme[] {
    return this.#wish.themes.filter((theme) => !this.cells.has(this.#cell(theme, state, language)))
  }

  #isDone(states: readonly string[]): boolean {
    return states
      .filter((state) => this.#wish.states.includes(state))
      .every((state) =>
        this.#wish.languages.every((language) => this.#missing(state, language).length === 0),
      )
  }

  /** Plays a scene until all of its pictures are there. */
  async film(scene: Scene): Promise<void> {
    let fault: unknown = null
    for (let i = 0; i < TRIES && !this.#isDone(scene.states); i += 1) {
      const contexts: BrowserContext[] = []
      try {
        await scene.play(this.#stage(contexts))
        fault = null
      } catch (error) {
        fault = error
        console.log(`${sizeName(this.#size)}, again: ${String(error).slice(0, 500)}`)
        const pages = contexts.flatMap((context) => context.pages())
        for (const [at, page] of pages.entries())
          keep(
            `failed/${sizeName(this.#size)}-${scene.states.join('-')}-${at}`,
            await page.screenshot(),
          )
      }
      for (const context of contexts) await context.close()
    }
    if (!this.#isDone(scene.states)) throw new Error(`${scene.states.join()}: ${String(fault)}`)
  }

  #stage(contexts: BrowserContext[]): Stage {
    return {
      world: this.#world,
      languages: this.#wish.languages,
      open: async (whose, symbol, prepare) => {
        const context = await contextOf(this.#browser, this.#size)
        contexts.push(context)
        const page = await context.newPage()
        await prepare?.(page)
        watchRequests(page)
        await logInAs(page, whose.server, whose.caller)
        await page.goto(`${whose.server.url}/#${productPath(symbol)}`)
        await settle(page)
        return { page, whose }
      },
      show: async (state, who, look) => {
        if (!this.#wish.states.includes(state)) return
        for (const language of this.#wish.languages) {
          if (this.#missing(state, language).length === 0) continue
          await this.#takeOrAgain(state, language, async () => ({
            actor: await who(language),
            look,
          }))
        }
      },
    }
  }

  /** A price may cross an entry meanwhile, and then another user shows the state. */
  async #takeOrAgain(
    state: string,
    language: string,
    pick: () => Promise<{ actor: Actor; look: Look }>,
  ): Promise<void> {
    for (let left = TRIES; left > 0; left -= 1) {
      try {
        return await this.#take(state, language, await pick())
      } catch (error) {
        if (left === 1) throw error
      }
    }
  }

  /** Pictures that show their state before and after they are taken. */
  async #take(
    state: string,
    language: string,
    { actor, look }: { actor: Actor; look: Look },
  ): Promise<void> {
    const { page } = actor
    const shown: Shown = { ...actor, say: speech(language) }
    const themes = this.#missing(state, language)
    await page.emulateMedia({ colorScheme: themes[0] ?? 'light', reducedMotion: 'reduce' })
    // A chart is drawn again for a language, and without a network its past would not come.
    const spoken = await page.evaluate(() => document.documentElement.lang)
    if (spoken !== language) await speak(page, language)
    try {
      await look.enter?.(shown)
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
        await settle(page)
        await expectLine(page)
        await look.check(shown)
        const png = await page.screenshot()
        await look.check(shown)
        const name = this.#cell(theme, state, language)
        await expectPainted(name, png, page)
        this.cells.set(name, png)
        keep(name, png)
      }
    } finally {
      await look.leave?.(shown)
    }
    const faults = [...(await shapeFaults(page)), ...(await untranslated(page))]
    if (faults.length > 0) throw new Error(`${state}, ${language}: ${faults.join(', ')}`)
  }
}

function keep(name: string, png: Buffer): void {
  const path = join(CELLS, `${name}.png`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, png)
}
