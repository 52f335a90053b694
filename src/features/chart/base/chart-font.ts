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
