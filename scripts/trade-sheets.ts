/** Pictures of every state of the trading page, in each size, theme and language, on one sheet per size and theme. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { SCENES } from '../tests/e2e/support/trade-states.ts'
import { TradeWorld } from '../tests/e2e/support/trade-world.ts'
import { type SheetLayout, type Shot, writeContactSheet } from './contact-sheet.ts'
import {
  CELLS,
  cellName,
  type Chosen,
  type Size,
  sizeName,
  Studio,
  type Theme,
} from './trade-studio.ts'

interface SheetSize extends Size {
  /** How large a picture is on its sheet, and whether the states are its rows. */
  scale: number
  rows: 'states' | 'languages'
}

const SIZES: readonly SheetSize[] = [
  { width: 320, height: 640, touch: true, scale: 0.7, rows: 'languages' },
  { width: 390, height: 844, touch: true, scale: 0.6, rows: 'languages' },
  { width: 844, height: 390, touch: true, scale: 0.6, rows: 'states' },
  { width: 820, height: 1_180, touch: true, scale: 0.38, rows: 'languages' },
  { width: 1_280, height: 800, touch: false, scale: 0.4, rows: 'states' },
  { width: 1_920, height: 1_080, touch: false, scale: 0.3, rows: 'states' },
]
const THEMES: readonly Theme[] = ['light', 'dark']
const LANGUAGES = ['zh-CN', 'en', 'de', 'th']
/** As they are on a sheet, one after the other. */
const STATES = SCENES.flatMap(({ states }) => states)

const SHEET_BYTES = 600_000
/** Each leaves out what it does not name. */
export interface Wish {
  size?: string | undefined
  theme?: string | undefined
  language?: string | undefined
  state?: string | undefined
}

function layoutOf({ width, height, scale, rows }: SheetSize): SheetLayout {
  const picture = { width: Math.round(width * scale), height: Math.round(height * scale) }
  const columns = rows === 'states' ? LANGUAGES.length : STATES.length
  return { columns, ...picture, maxBytes: SHEET_BYTES }
}

/** Fails if one is missing. */
function shotsOf(size: SheetSize, theme: Theme, cells: ReadonlyMap<string, Buffer>): Shot[] {
  const shot = (state: string, language: string): Shot => {
    const png = cells.get(cellName(size, theme, state, language))
    if (png === undefined) throw new Error(`${state} is missing in ${language}`)
    return { name: `${state}, ${language}`, png }
  }
  return size.rows === 'states'
    ? STATES.flatMap((state) => LANGUAGES.map((language) => shot(state, language)))
    : LANGUAGES.flatMap((language) => STATES.map((state) => shot(state, language)))
}

const chosen = <T extends string>(all: readonly T[], wished: string | undefined): T[] =>
  all.filter((name) => wished === undefined || wished.split(',').includes(name))

/** Takes what is wished for, and writes the sheets of which all pictures were taken. */
export async function takeTradeStates(
  browser: Browser,
  { folder, wish }: { folder: string; wish: Wish },
): Promise<void> {
  const isWished = (size: Size): boolean =>
    chosen([sizeName(size), String(size.width)], wish.size).length > 0
  const sizes = SIZES.filter(isWished)
  const chosenParts: Chosen = {
    themes: chosen(THEMES, wish.theme),
    languages: chosen(LANGUAGES, wish.language),
    states: chosen(STATES, wish.state),
  }
  const begun = performance.now()
  for (const size of sizes) rmSync(join(CELLS, sizeName(size)), { recursive: true, force: true })
  const world = await TradeWorld.open(browser)
  const studios = sizes.map(
    (size) => [size, new Studio(browser, world, { wish: chosenParts, size })] as const,
  )
  const faults: string[] = []
  try {
    for (const isLast of [false, true]) {
      for (const [size, studio] of studios) {
        for (const scene of SCENES.filter(({ last = false }) => last === isLast)) {
          await studio.film(scene).catch((error: unknown) => faults.push(String(error)))
          const seconds = ((performance.now() - begun) / 1_000).toFixed(0)
          console.log(`${sizeName(size)}, ${scene.states.join()}: after ${seconds} s`)
        }
      }
    }
  } finally {
    await world.close()
  }
  if (faults.length > 0) throw new Error(`missing:\n${faults.join('\n')}`)
  console.log(`every picture is in ${CELLS}`)
  const { languages, states, themes } = chosenParts
  if (languages.length < LANGUAGES.length || states.length < STATES.length) return
  for (const [size, { cells }] of studios) {
    for (const theme of themes) {
      const path = join(folder, `states-${sizeName(size)}-${theme}.webp`)
      await writeContactSheet(path, shotsOf(size, theme, cells), layoutOf(size))
      console.log(path)
    }
  }
}
