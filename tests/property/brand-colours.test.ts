import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  BRAND_THEMES,
  brandColours,
  brandStyles,
  COLOUR_PATTERN,
  colourFault,
  contrastOf,
  leastContrast,
  MIN_CONTRAST,
  THEME_COLOURS,
} from '#rules/brand-colours.ts'
import { read } from '../tidy/repository.ts'

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)
const theme = fc.constantFrom(...BRAND_THEMES)

/** WCAG 2.2 as its text has it, worked out apart from the rule. */
function oracle(one: string, other: string): number {
  const luminance = (text: string): number =>
    [1, 3, 5]
      .map((at) => Number(`0x${text.slice(at, at + 2)}`) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4)))
      .reduce((sum, part, at) => sum + part * ([0.2126, 0.7152, 0.0722][at] ?? 0), 0)
  const sorted = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return ((sorted[0] ?? 0) + 0.05) / ((sorted[1] ?? 0) + 0.05)
}

describe('an accent', () => {
  it('that is accepted can be read on every ground, and its text on it', () => {
    const outcomes = { accepted: 0, unreadable: 0, like_results: 0 }
    fc.assert(
      fc.property(colour, theme, (accent, name) => {
        const fault = colourFault(accent, name)
        outcomes[fault?.kind ?? 'accepted'] += 1
        const { strong, soft, onBrand } = brandColours(accent, name)
        const { page, surface, sunken } = THEME_COLOURS[name]
        const pairs = [
          ...[page, surface, sunken, soft].map((ground) => oracle(accent, ground)),
          oracle(onBrand, accent),
          oracle(onBrand, strong),
        ]
        const least = Math.min(...pairs)
        expect(leastContrast(accent, name)).toBeCloseTo(least, 9)
        if (fault === null) expect(least).toBeGreaterThanOrEqual(MIN_CONTRAST)
        if (fault?.kind === 'unreadable') {
          expect(fault.ratio).toBeLessThan(MIN_CONTRAST)
          expect(fault.ratio).toBeLessThanOrEqual(least)
          expect(least - fault.ratio).toBeLessThan(0.1)
        }
      }),
      { numRuns: 5_000 },
    )
    for (const count of Object.values(outcomes)) expect(count).toBeGreaterThan(25)
  })

  it('has a contrast that is symmetric, between 1 and 21, and 21 for black on white', () => {
    fc.assert(
      fc.property(colour, colour, (one, other) => {
        expect(contrastOf(one, other)).toBe(contrastOf(other, one))
        expect(contrastOf(one, other)).toBeCloseTo(oracle(one, other), 9)
        expect(contrastOf(one, other)).toBeGreaterThanOrEqual(1)
      }),
    )
    expect(contrastOf('#000000', '#ffffff')).toBe(21)
    // Published examples: the lightest grey that is enough on white, and the next.
    expect(contrastOf('#767676', '#ffffff')).toBeGreaterThan(4.5)
    expect(contrastOf('#777777', '#ffffff')).toBeLessThan(4.5)
  })

  it.each(BRAND_THEMES)(
    'of the build is fine in the %s theme, those of results are not',
    (name) => {
      const { brand, green, red, tab } = THEME_COLOURS[name]
      expect(colourFault(brand, name)).toBeNull()
      for (const taken of [green, red, tab])
        expect(colourFault(taken, name)).toEqual({ kind: 'like_results' })
    },
  )

  it('becomes styles of colours and nothing else', () => {
    fc.assert(
      fc.property(colour, colour, (light, dark) => {
        const styles = brandStyles({ light, dark })
        const values = [...styles.matchAll(/--color-(?:on-)?brand(?:-\w+)?:([^;}]+)/g)]
        expect(values).toHaveLength(8)
        for (const [, value = ''] of values) expect(value).toMatch(COLOUR_PATTERN)
        expect(styles).not.toMatch(/up|down|green|red|tab|<|url/)
      }),
    )
  })
})

it('knows the colours of the theme', () => {
  const css = read('src/ui/theme.css')
  const [light = '', dark = ''] = css.split('html[data-theme="dark"],')
  for (const [name, text] of [
    ['light', light],
    ['dark', dark],
  ] as const)
    for (const [token, value] of Object.entries(THEME_COLOURS[name]))
      expect(text, `${name} ${token}`).toContain(`--color-${token}: ${value};`)
})
