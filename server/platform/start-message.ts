/**
 * The message that the server prints when it is ready: its address, how to log in, the source of prices and how to stop
 * it.
 */
import type { Config } from '#server/platform/config.ts'

/** Browsers allow passkeys only for sites that have a host name. */
const namedUrl = (url: string): string => url.replace('//127.0.0.1:', '//localhost:')

export interface StartFacts {
  url: string
  config: Config
  /** What the operator should know about the prices, one line each. */
  priceNotes?: readonly string[]
  /** Where the database is, in words. */
  place: string
  /** The version of PostgreSQL and the roles in use, in words. */
  database: string
  openingCode: string
  /** The practice user. Null outside practice mode. */
  demo: { account: string; password: string; tradingPassword: string } | null
}

function priceSource(config: Config): string {
  if (config.feed === 'simulated') return 'simulated (seeds are promised before and shown after)'
  if (config.feed === 'live') {
    const dealers =
      config.dealer === null ? '' : ', and quotes of one dealer, which no one else can'
    return `live: trades of venues, each of which anyone can look up${dealers}`
  }
  const speed = config.speed === 1 ? '' : `, ${config.speed} times as fast`
  const loop = config.loop ? ', in a loop' : ''
  return `recorded, from ${config.replayFolder}${speed}${loop}; anyone who has the files knows the outcomes`
}

/** Formats the start message. */
export function startMessage(facts: StartFacts): string {
  const { url, config, priceNotes = [], place, database, openingCode, demo } = facts
  const rows: [string, string][] = [['Open', namedUrl(url)]]
  if (demo !== null) {
    rows.push(['Log in as', `${demo.account}   password ${demo.password}`])
    rows.push(['', `trading password ${demo.tradingPassword}`])
  }
  rows.push(['Or register', `with the opening code ${openingCode}`])
  rows.push(['Prices', priceSource(config)])
  for (const note of priceNotes) rows.push(['', note])
  rows.push([
    'Money',
    config.practice ? 'practice money only: nothing here is real' : 'no practice money',
  ])
  rows.push(['Data', place])
  rows.push(['', database])
  rows.push(['Stop', 'Ctrl-C'])
  const lines = rows.map(([name, value]) => `  ${name.padEnd(12)}${value}`)
  return `\nFairtick is ready.\n\n${lines.join('\n')}\n\n`
}
