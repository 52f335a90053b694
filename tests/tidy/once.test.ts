/** What every page needs is drawn and written in one place. Each rule here refuses the next copy of it. */
import { describe, expect, it } from 'vitest'
import { files } from './repository.ts'

const app = files(/\.tsx?$/, ['src'])
const withMatch = (pattern: RegExp): string[] =>
  app.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

interface Once {
  what: string
  pattern: RegExp
  /** The one place, and those that differ on purpose. */
  places: readonly string[]
}

const RULES: readonly Once[] = [
  {
    what: 'why a command failed, by Refusal',
    pattern: /<Notice tone="bad">\s*\{errorText\(/,
    places: ['src/components/refusal.tsx'],
  },
  {
    what: 'that a list or a page could not be loaded, by Failed, Loaded or NotLoaded',
    pattern: /onClick=\{[^}]*\b(?:onRetry|reload|retry)\b[^}]*\}[^<]*\{t\('(?:\w+:)?retry'\)\}/,
    places: [
      'src/components/failed.tsx',
      'src/components/loaded.tsx',
      // In the height of the chart.
      'src/features/fund/rates/rate-chart.tsx',
      // Above the results of an earlier visit.
      'src/features/results/results-view.tsx',
    ],
  },
  {
    what: 'a form with fields, by FormFrame',
    pattern: /<form\b/,
    places: [
      'src/components/form-frame.tsx',
      // The submit button stays in view, with what is left of the day above it.
      'src/features/cashier/deposit/deposit-form-view.tsx',
      // A changed day is said above the button.
      'src/features/fund/withdraw/withdraw-review.tsx',
      // One field, or a choice, without the model of a form.
      'src/desk/answer-form.tsx',
      'src/desk/customers-view.tsx',
      'src/desk/log-in.tsx',
      'src/desk/log-view.tsx',
      'src/desk/photo-viewer.tsx',
      'src/features/alerts/alert-form.tsx',
      'src/features/chart/drawings/drawing-form.tsx',
      'src/features/market/list-sheet.tsx',
      'src/features/support/composer.tsx',
    ],
  },
  {
    what: 'the connection of an input to its field, by useFields',
    pattern: /onValue=\{\((\w+)\) => (?:\w+\.)?change\('?\w+'?, \1\)\}/,
    places: [],
  },
  {
    what: 'dates and times, by i18n/format.ts',
    pattern: /new Intl\.(?:DateTimeFormat|RelativeTimeFormat)\b/,
    places: [
      // The parts of a moment in a zone, for arithmetic.
      'src/features/chart/base/wall-clock.ts',
      // Names of weekdays without a date.
      'src/features/results/calendar.tsx',
      'src/i18n/format.ts',
      'src/i18n/opening-hours.ts',
      'src/i18n/relative-time.ts',
    ],
  },
  {
    what: 'what is stored in the browser, by src/device',
    pattern: /\b(?:localStorage|sessionStorage|indexedDB)\./,
    places: ['src/device/rows.ts', 'src/device/sweep.ts', 'src/device/texts.ts'],
  },
]

describe('draws or writes in one place', () => {
  it.each(RULES)('$what', ({ pattern, places }) => {
    expect(withMatch(pattern)).toEqual([...places].sort())
  })
})

describe('SQL asks once', () => {
  it('for the format of a checkpoint, by checkpoint_format, so that no comparison forgets a newer one', () => {
    const named = files(/\.(sql|ts)$/, ['server'])
      .filter(({ text }) => /fairtick-checkpoint-/.test(text))
      .map(({ path }) => path)
    expect(named.toSorted()).toEqual([
      // The chain of seeds, which format 1 does not name.
      'server/market/seed-store.ts',
      'server/sql/functions/market.sql',
      // Number and time, which are in the same place in all formats.
      'server/sql/functions/starts.sql',
    ])
  })
})

it('decimals of small units are written and read in contract/decimals.ts', () => {
  const pattern = /\.pad(?:Start|End)\((?:\w+_)?(?:decimals|digits)\b/i
  const found = files(/\.tsx?$/, ['contract', 'rules', 'server', 'src', 'streams'])
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
  expect(found.toSorted()).toEqual([
    'contract/decimals.ts',
    // At each trade of a venue, as a number.
    'rules/index-price.ts',
    // Rounds, and says what is wrong with a cell.
    'rules/recorded-cells.ts',
    // The digits of a code.
    'server/outlet/mail-address.ts',
    // What follows the cents, which the language writes.
    'src/features/fund/income/exact-text.ts',
    // What is typed, in no more digits than a number is exact to.
    'src/forms/amounts.ts',
  ])
})

describe('a unit of time', () => {
  const FOLDERS = ['bench', 'contract', 'rules', 'scripts', 'server', 'src', 'streams', 'tests']
  // The components of src/ui import nothing of the app.
  const all = files(/\.tsx?$/, FOLDERS).filter(
    ({ path }) => path !== 'contract/time.ts' && !path.startsWith('src/ui/'),
  )
  const found = (pattern: RegExp, where = all): string[] =>
    where.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

  it('has a name in contract/time.ts, and no second one', () => {
    const pattern = /^(?:export )?const (?:SECOND|MINUTE|HOUR|DAY|WEEK)(?:_MS)? = [\d_* ]+$/m
    expect('const HOUR_MS = 60 * 60_000\n').toMatch(pattern)
    expect(found(pattern)).toEqual([])
  })

  it('is written by its name in the source', () => {
    const source = all.filter(({ path }) => !path.startsWith('tests/'))
    expect(found(/\b(?:3_600_000|86_400_000|604_800_000)\b/, source)).toEqual([])
  })
})
