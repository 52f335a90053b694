/**
 * Writes docs/WALKS.md: how five things go through the server, function by function. What a step does is the comment of
 * its function. A step that is not there, or that no step before it leads to, is an error.
 */
import { readFileSync } from 'node:fs'

/** A file and what it enters there: a function, a method, or a function of the database. */
type Place = `${string}#${string}`
/** A place. One that is not called by its name comes with the name of what leads to it, which both files have. */
type Step = Place | readonly [place: Place, by: string]
interface Walk {
  title: string
  steps: readonly Step[]
}

const SQL = 'server/sql/functions'

const WALKS: readonly Walk[] = [
  {
    title: 'A tick, from its feed to the socket',
    steps: [
      'server/market/intake.ts#accept',
      'server/market/intake.ts##acceptTick',
      'server/market/tick-log.ts#append',
      'server/market/tick-log.ts##flush',
      'server/market/product-log.ts#seal',
      'server/market/tick-log.ts##store',
      'server/market/tick-log-store.ts#appendRecords',
      `${SQL}/market.sql#append_ticks_and_inputs`,
      'server/market/tick-log.ts##publish',
      ['server/market/running-market.ts#listen', 'onRecords'],
      'server/market/quotes.ts#accept',
      ['server/platform/socket/quote-wheel.ts#createQuoteWheel', 'onTick'],
      'server/platform/socket/quote-page.ts#flushQuotes',
      'server/platform/socket/quote-frames.ts#createQuoteFrames',
      'contract/quote-frames.ts#quotesText',
    ],
  },
  {
    title: 'An order, from the request to its answer',
    steps: [
      'server/trading/routes.ts#tradingRoutes',
      'server/trading/trading.ts#place',
      'server/trading/admission.ts#admit',
      'server/trading/place-order.ts#place',
      'server/trading/order-batches.ts#createOrderBatches',
      `${SQL}/trading.sql#place_orders`,
      'server/trading/seal-order.ts#seal',
      'server/market/tick-log.ts#holdOrder',
    ],
  },
  {
    title: 'A settlement, from a record of the log to the socket',
    steps: [
      'server/trading/settlement.ts#start',
      'server/trading/settlement-worker.ts#reached',
      'server/trading/settlement-worker.ts##settle',
      'server/trading/settlement-decide.ts#decideExits',
      'rules/spot.ts#exitOf',
      'rules/settle.ts#combine',
      'server/trading/settlement-writer.ts#add',
      'server/trading/settlement.ts##writeOutcomes',
      'server/trading/settlement-store.ts#settleOrders',
      `${SQL}/trading.sql#settle_orders`,
      'server/platform/socket/hub.ts#deliver',
    ],
  },
  {
    title: 'A transfer into the fund, from the request to the socket',
    steps: [
      'server/fund/routes.ts#commandRoutes',
      ['server/fund/fund.ts#createFund', 'subscribe'],
      'server/platform/user-transaction.ts#moneyCommand',
      'server/fund/state.ts#beginDays',
      'server/fund/fund.ts#subscribe',
      'server/fund/fund-store.ts#insertLot',
      `${SQL}/fund.sql#open_subscription`,
      'server/fund/state.ts#fundEvents',
      'server/platform/socket/hub.ts#deliver',
    ],
  },
  {
    title: "A deposit's review, from the desk to the socket",
    steps: [
      'server/documents/routes.ts#move',
      ['server/documents/move.ts#createDocuments', 'documents'],
      'server/platform/user-transaction.ts#changeUser',
      'server/documents/move.ts#takeStep',
      'server/documents/documents-store.ts#moveDocument',
      'server/documents/kinds.ts#KINDS',
      `${SQL}/documents.sql#move_deposit`,
      'server/documents/move.ts#told',
      'server/ledger/outbox-store.ts#tellUsers',
      'server/platform/socket/hub.ts#deliver',
    ],
  },
]

const textOf = (file: string): string =>
  readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

const split = (place: Place): { file: string; name: string; title: string } => {
  const at = place.indexOf('#')
  const title = place.slice(at + 1)
  return { file: place.slice(0, at), name: title.replace('#', ''), title }
}

/** The line on which a file declares a function, a method, a member of an interface or a constant of that name. */
function declarationIn({ file, name, title }: ReturnType<typeof split>): number {
  const word = title.startsWith('#') ? title : name
  const forms = [
    `create or replace function ${word}\\(`,
    `(export )?(async )?function ${word}[<(]`,
    `(export )?const ${word}\\b`,
    `(async )?${word}[<(]`,
  ]
  const lines = textOf(file).split('\n')
  for (const form of forms) {
    const line = lines.findIndex((text) => new RegExp(`^ *${form}`).test(text))
    if (line >= 0) return line
  }
  throw new Error(`${file} does not declare ${title}`)
}

/** The first sentence of the comment before a line. Throws if there is none. */
function commentBefore(file: string, line: number): string {
  const lines = textOf(file).split('\n').slice(0, line)
  const comment: string[] = []
  const isPart = (text: string): boolean => /^ *(\/\*\*|\*|--)/.test(text)
  while (isPart(lines.at(-1) ?? '')) comment.unshift(lines.pop() ?? '')
  const text = comment
    .map((each) => each.replace(/^ *(\/\*\*|\*\/|\*|--) ?/, '').replace(/ ?\*\/$/, ''))
    .join(' ')
    .trim()
  if (text === '') throw new Error(`${file}:${line + 1} has no comment that says what it does`)
  return /^.*?[.!?](?= [A-Z]|$)/.exec(text)?.[0] ?? text
}

const names = (file: string, word: string): boolean =>
  new RegExp(`\\b${word}\\b`).test(textOf(file))

/** Throws if none of the places before leads to this one. */
function requireLink(before: readonly Place[], to: Place, by: string | undefined): void {
  const { file, name } = split(to)
  const isLinked = before.some((place) => {
    const from = split(place).file
    return by === undefined ? names(from, name) : names(from, by) && names(file, by)
  })
  if (!isLinked) throw new Error(`no step before it leads to ${to}`)
}

/** A file is entered once for each run of steps in it. */
const entriesOf = (files: readonly string[]): string[] =>
  files.filter((file, n) => file !== files[n - 1])

function section({ title, steps }: Walk): string {
  const places = steps.map((step) => (typeof step === 'string' ? step : step[0]))
  for (const [n, step] of steps.entries()) {
    const by = typeof step === 'string' ? undefined : step[1]
    if (n > 0) requireLink(places.slice(0, n), places[n] as Place, by)
  }
  const rows = places.map((at, n) => {
    const place = split(at)
    const says = commentBefore(place.file, declarationIn(place)).replaceAll('|', '\\|')
    return `| ${n + 1} | \`${place.title}\` in [${place.file}](../${place.file}) | ${says} |`
  })
  const entries = entriesOf(places.map((at) => split(at).file))
  const files = new Set(entries).size
  const count = `${places.length} functions in ${files} files, which are entered ${entries.length} times.`
  return [
    `## ${title}`,
    '',
    count,
    '',
    '| | Function | What it does |',
    '|---|---|---|',
    ...rows,
  ].join('\n')
}

const HEAD = `# Five walks through the server

\`npm run docs\` writes this page from [scripts/walks-page.ts](../scripts/walks-page.ts), which names the functions, and
from their comments. It refuses a function that is gone, and one that no step before it leads to. What happens in the
browser is in [TOUR.md](TOUR.md).`

/** The page. */
export const walksPage = (): string => `${[HEAD, ...WALKS.map(section)].join('\n\n')}\n`
