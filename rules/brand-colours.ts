/**
 * The colours that follow from an operator's one accent per theme, and whether they can be read. The form of the desk
 * and the server decide with the same rule; src/ui/theme.css holds the colours of the build.
 */

/** The two themes of the app. */
export const BRAND_THEMES = ['light', 'dark'] as const
/** One of the two themes. */
export type BrandTheme = (typeof BRAND_THEMES)[number]

/** The colours of src/ui/theme.css that the accent is seen on or beside. A test compares them. */
export const THEME_COLOURS = {
  light: {
    page: '#f6f7fb',
    surface: '#ffffff',
    sunken: '#eef0f6',
    ink: '#151a22',
    brand: '#0c5b70',
    green: '#047a3e',
    red: '#c9243a',
    tab: '#038441',
  },
  dark: {
    page: '#0d1015',
    surface: '#171b22',
    sunken: '#1f242d',
    ink: '#eef1f6',
    brand: '#5cc1d9',
    green: '#3cc27f',
    red: '#ff7482',
    tab: '#3cc27f',
  },
} as const satisfies Record<BrandTheme, Record<string, string>>

/** The least contrast of a text with what it is on (WCAG 2.2, success criterion 1.4.3). */
export const MIN_CONTRAST = 4.5
const WHITE = '#ffffff'
const BLACK = '#000000'
/** The dark text on a bright accent. */
const DARK_TEXT = '#06181d'
/** How far a strong accent is moved away from its theme, and a soft one towards it. */
const STRONG_SHARE = 0.22
const SOFT_SHARE = 0.13

/** A colour as it is stored: `#` and six lower-case hexadecimal digits. */
export const COLOUR_PATTERN = /^#[0-9a-f]{6}$/

type Channels = readonly [red: number, green: number, blue: number]
const channels = (colour: string): Channels => [
  Number.parseInt(colour.slice(1, 3), 16),
  Number.parseInt(colour.slice(3, 5), 16),
  Number.parseInt(colour.slice(5, 7), 16),
]
const hex = (value: number): string => Math.round(value).toString(16).padStart(2, '0')

/** `share` of the second colour in the first. */
function mixed(first: string, second: string, share: number): string {
  const [red, green, blue] = channels(first)
  const [otherRed, otherGreen, otherBlue] = channels(second)
  const mix = (own: number, other: number): string => hex(own * (1 - share) + other * share)
  return `#${mix(red, otherRed)}${mix(green, otherGreen)}${mix(blue, otherBlue)}`
}

const linear = (channel: number): number => {
  const value = channel / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

function luminance(colour: string): number {
  const [red, green, blue] = channels(colour)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** The contrast of two colours by WCAG 2.2, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)]
  return (Math.max(light, dark) + 0.05) / (Math.min(light, dark) + 0.05)
}

/** The colours that follow from an accent. */
export interface BrandColours {
  brand: string
  strong: string
  soft: string
  onBrand: string
}

/** Derives the colours of a theme from its accent. */
export function brandColours(accent: string, theme: BrandTheme): BrandColours {
  const isBrighter = contrastOf(accent, WHITE) < contrastOf(accent, DARK_TEXT)
  return {
    brand: accent,
    strong: mixed(accent, theme === 'light' ? BLACK : WHITE, STRONG_SHARE),
    soft: mixed(THEME_COLOURS[theme].surface, accent, SOFT_SHARE),
    onBrand: isBrighter ? DARK_TEXT : WHITE,
  }
}

/**
 * The least contrast among all pairs that the app draws: the accent as text on each of its grounds, and the text of a
 * button on the accent.
 */
export function leastContrast(accent: string, theme: BrandTheme): number {
  const { page, surface, sunken } = THEME_COLOURS[theme]
  const { strong, soft, onBrand } = brandColours(accent, theme)
  const grounds = [page, surface, sunken, soft].map((ground) => contrastOf(accent, ground))
  return Math.min(...grounds, contrastOf(onBrand, accent), contrastOf(onBrand, strong))
}

/** Degrees between two hues that are read as the same, as a dark red and a light one are. */
const SAME_HUE_DEG = 22
/** Less colourful tones are read as a grey. */
const GREY_CHROMA = 0.04

/** Hue in degrees and chroma in OKLCH (CSS Color 4). */
function hueOf(colour: string): { hue: number; chroma: number } {
  const [red = 0, green = 0, blue = 0] = channels(colour).map(linear)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return { hue: (Math.atan2(b, a) * 180) / Math.PI, chroma: Math.hypot(a, b) }
}

/** Whether an accent is read as the green or red of prices and results, or of the selected tab. */
function isLikeResults(accent: string, theme: BrandTheme): boolean {
  const { hue, chroma } = hueOf(accent)
  if (chroma < GREY_CHROMA) return false
  const { green, red, tab } = THEME_COLOURS[theme]
  return [green, red, tab].some((taken) => {
    const apart = Math.abs(hue - hueOf(taken).hue) % 360
    return Math.min(apart, 360 - apart) < SAME_HUE_DEG
  })
}

/** Why an accent is refused. `ratio` is rounded down to a tenth, so that it is never the least that is needed. */
export type ColourFault = { kind: 'unreadable'; ratio: number } | { kind: 'like_results' }

/** What is wrong with an accent in a theme; null if it can be used. */
export function colourFault(accent: string, theme: BrandTheme): ColourFault | null {
  // Another lightness would not help this one.
  if (isLikeResults(accent, theme)) return { kind: 'like_results' }
  const ratio = leastContrast(accent, theme)
  return ratio < MIN_CONTRAST ? { kind: 'unreadable', ratio: Math.floor(ratio * 10) / 10 } : null
}

/** The styles that replace the accents of the build. They come after those of the page. */
export function brandStyles(accents: Readonly<Record<BrandTheme, string>>): string {
  const of = (theme: BrandTheme): string => {
    const { brand, strong, soft, onBrand } = brandColours(accents[theme], theme)
    const shades = `--color-brand-strong:${strong};--color-brand-soft:${soft}`
    return `--color-brand:${brand};${shades};--color-on-brand:${onBrand}`
  }
  return `html{${of('light')}}html[data-theme="dark"],[data-night]{${of('dark')}}`
}
