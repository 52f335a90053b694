/** Settings that do not go together. */
import { LIVE_MONEY, PRICES } from '#server/platform/settings/prices.ts'
import type { Given } from '#server/platform/settings/settings.ts'

/** The settings that turn a line of a venue on. */
const LINES = [
  'binancePerpetual',
  'bitget',
  'bitgetPerpetual',
  'bybitPerpetual',
  'coinbase',
  'gate',
  'gatePerpetual',
  'mexcPerpetual',
  'okxPerpetual',
] as const

function liveConflicts(given: Given): string[] {
  const { feed, practice, liveMoney, tetherGold, venues } = given
  const isLive = feed === 'live'
  const faults: string[] = []
  if (!isLive && venues !== null) faults.push('--venues needs --feed live')
  for (const flag of LINES.filter((name) => given[name]).map((name) => PRICES[name].flag)) {
    if (!isLive) faults.push(`--${flag} needs --feed live`)
    if (venues !== null) faults.push(`--${flag}: name it in the file of --venues`)
  }
  if (!isLive && tetherGold) faults.push('--tether-gold needs --feed live')
  if (!isLive && liveMoney !== null) faults.push('LIVE_MONEY needs --feed live')
  if (isLive && !practice && liveMoney === null) {
    faults.push(`PRACTICE=off with --feed live needs LIVE_MONEY="${LIVE_MONEY}"`)
  }
  return faults
}

/** The dealer's own terms decide who may show its prices, so the operator has to say that they were read. */
function dealerConflicts(given: Given): string[] {
  const { feed, dealer, dealerToken, dealerAccount, dealerEnvironment, dealerTerms } = given
  const others = { dealerToken, dealerAccount, dealerEnvironment, dealerTerms }
  if (dealer === null) {
    const names = (Object.keys(others) as (keyof typeof others)[])
      .filter((name) => others[name] !== null)
      .map((name) => PRICES[name].env)
    return names.length === 0 ? [] : [`${names.join(', ')}: LIVE_DEALER is not set`]
  }
  const faults: string[] = []
  if (feed !== 'live') faults.push('LIVE_DEALER needs --feed live')
  if (dealerToken === null) faults.push('LIVE_DEALER needs LIVE_DEALER_TOKEN')
  if (dealerAccount === null) faults.push('LIVE_DEALER needs LIVE_DEALER_ACCOUNT')
  if (dealerTerms === null) {
    faults.push(
      'LIVE_DEALER needs LIVE_DEALER_TERMS=accepted: first agree with the dealer that you may show its prices ' +
        'to users and settle orders on them, because its usual terms may not allow it',
    )
  }
  return faults
}

function outletConflicts({ smtpUrl, mailFrom, webhookUrl, webhookSecret, publicAddress }: Given) {
  const faults: string[] = []
  if (smtpUrl !== null && mailFrom === null) faults.push('SMTP_URL needs MAIL_FROM')
  if (smtpUrl !== null && publicAddress === null) {
    faults.push('SMTP_URL needs PUBLIC_ADDRESS, which each mail names')
  }
  if (smtpUrl === null && mailFrom !== null) faults.push('MAIL_FROM needs SMTP_URL')
  if ((webhookUrl === null) !== (webhookSecret === null)) {
    faults.push('WEBHOOK_URL and WEBHOOK_SECRET need each other')
  }
  return faults
}

/** What does not go together, in words for the operator. `hasUrl`: the database is that of DATABASE_URL. */
export function conflicts(given: Given, hasUrl: boolean): string[] {
  const faults = [...liveConflicts(given), ...dealerConflicts(given), ...outletConflicts(given)]
  if (given.databaseMax !== null && !hasUrl) {
    faults.push(
      'DATABASE_MAX_GB needs DATABASE_URL: the disk is the limit of the embedded database',
    )
  }
  if (given.standby && !hasUrl) {
    faults.push('--standby needs DATABASE_URL: the embedded database ends with its server')
  }
  const replay = given.feed === 'replay'
  if (replay && given.replayFolder === null) {
    faults.push('--feed replay needs --data <folder of CSV files>')
  }
  if (!replay && given.replayFolder !== null) faults.push('--data needs --feed replay')
  if (!replay && given.speed !== 1) faults.push('--speed needs --feed replay')
  if (!replay && given.tradeFastBars) faults.push('--trade-fast-bars needs --feed replay')
  if (!replay && given.loop) faults.push('--loop needs --feed replay')
  if (given.feed !== 'simulated' && (given.drand ?? given.breakSeeds) !== null) {
    faults.push('--drand and --break-seeds need --feed simulated')
  }
  if (given.drandBeacon !== null && given.drand === null) {
    faults.push('DRAND_BEACON needs --drand <address of a relay>')
  }
  if (!given.practice && given.practiceReviewer === true) {
    faults.push(
      'PRACTICE_REVIEWER=on needs PRACTICE=on: nobody answers by rule where money is real',
    )
  }
  if (given.practice && given.cashierMethods !== null) {
    faults.push('CASHIER_METHODS needs PRACTICE=off: practice mode shows examples only')
  }
  const { publicAddress, deskHosts } = given
  if (publicAddress !== null && deskHosts.includes(new URL(publicAddress).hostname)) {
    faults.push('PUBLIC_ADDRESS is a name of DESK_HOSTS, which do not serve the app')
  }
  return faults
}
