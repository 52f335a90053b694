/** The font of what charts draw, which is the page's own: a canvas does not inherit it. */
const WITHOUT_STYLES = 'system-ui, sans-serif'
let family = ''

export function readFontFamily(root: Element): string {
  const read = getComputedStyle(root).fontFamily
  return read === '' ? WITHOUT_STYLES : read
}

/** The page's font family. It never changes, so it is read once: charts draw with every price. */
export function fontFamily(): string {
  if (family === '') family = readFontFamily(document.body)
  return family
}

export const FONT_PX = 12

/** For a canvas. */
export const chartFont = (): string => `${FONT_PX}px ${fontFamily()}`

const MAX_WIDTHS = 200
const widths = new Map<string, number>()

/**
 * The width of a text in CSS pixels; the context must have the chart's font. Most labels are the same in every frame,
 * and measuring a text takes longer than drawing it.
 */
export function widthOf(
  context: Pick<CanvasRenderingContext2D, 'measureText'>,
  text: string,
): number {
  const known = widths.get(text)
  if (known !== undefined) return known
  // Prices and countdowns always bring new texts.
  if (widths.size >= MAX_WIDTHS) widths.clear()
  const { width } = context.measureText(text)
  widths.set(text, width)
  return width
}
