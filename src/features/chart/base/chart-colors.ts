import type { Candle } from '#contract/product.ts'

/** The design tokens that a canvas needs as plain colours. */
export interface ChartColors {
  surface: string
  ink: string
  quiet: string
  line: string
  grid: string
  up: string
  down: string
  upSoft: string
  downSoft: string
  brand: string
  /** The live line: neither the colour of rising nor that of falling prices. */
  price: string
  /** For overlapping lines, the most important first. */
  series: readonly [string, string, string]
}

/** A bar that closed at its open price neither rose nor fell, as in a closed market. */
export function barColors(
  [, open, , , close]: Candle,
  colors: ChartColors,
): { body: string; volume: string } {
  if (open === close) return { body: colors.quiet, volume: colors.grid }
  return close > open
    ? { body: colors.up, volume: colors.upSoft }
    : { body: colors.down, volume: colors.downSoft }
}

/** Reads the current tokens, including the theme and the choice of the up colour. */
export function readColors(root: Element = document.documentElement): ChartColors {
  const style = getComputedStyle(root)
  const token = (name: string): string => style.getPropertyValue(`--color-${name}`).trim()
  return {
    surface: token('surface'),
    ink: token('ink'),
    quiet: token('ink-3'),
    line: token('line-strong'),
    grid: token('line'),
    up: token('up'),
    down: token('down'),
    upSoft: token('up-soft'),
    downSoft: token('down-soft'),
    brand: token('brand'),
    price: token('info'),
    series: [token('info'), token('warn'), token('ink-3')],
  }
}

/** Notifies when the theme or the up colour changes. Returns a function that stops it. */
export function watchColors(
  changed: () => void,
  root: Element = document.documentElement,
): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(root, { attributes: true, attributeFilter: ['data-theme', 'data-up'] })
  return () => observer.disconnect()
}
