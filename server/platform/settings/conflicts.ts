/** Settings that do not go together. */
import { LIVE_MONEY, type Parsed } from '#server/platform/config-schema.ts'
import { SETTINGS } from '#server/platform/settings.ts'

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

function liveConflicts(parsed: Parsed): string[] {
  const { feed, practice, liveMoney, tetherGold, venues } = parsed
  const isLive = feed === 'live'
  const faults: string[] = []
  if (!isLive && venues !== undefined) faults.push('--venues needs --feed live')
  for (const flag of LINES.filter((name) => parsed[name]).map((name) => SETTINGS[name].flag)) {
    if (!isLive) faults.push(`--${flag} needs --feed live`)
    if (venues !== undefined) faults.push(`--${flag}: name it in the file of --venues`)
  }
  if (!isLive && tetherGold) faults.push('--tether-gold needs --feed live')
  if (!isLive && liveMoney !== undefined) faults.push('LIVE_MONEY needs --feed live')
  if (isLive && !practice && liveMoney === undefined) {
    faults.push(`PRACTICE=off with --feed live needs LIVE_MONEY="${LIVE_MONEY}"`)
  }
  return faults
}

/** The dealer's own terms decide who may show its prices, so the operator has to say that they were read. */
function dealerConflicts(parsed: Parsed): string[] {
  const { feed, dealer, dealerToken, dealerAccount, dealerEnvironment, dealerTerms } = parsed
  const others = { dealerToken, dealerAccount, dealerEnvironment, dealerTerms }
  if (dealer === undefined) {
    const names = (Object.keys(others) as (keyof typeof others)[])
      .filter((name) => others[name] !== undefined)
      .map((name) => SETTINGS[name].env)
    return names.length === 0 ? [] : [`${names.join(', ')}: LIVE_DEALER is not set`]
  }
  const faults: string[] = []
  if (feed !== 'live') faults.push('LIVE_DEALER needs --feed live')
  if (dealerToken === undefined) faults.push('LIVE_DEALER needs LIVE_DEALER_TOKEN')
  if (dealerAccount === undefined) faults.push('LIVE_DEALER needs LIVE_DEALER_ACCOUNT')
  if (dealerTerms === undefined) {
    faults.push(
      'LIVE_DEALER needs LIVE_DEALER_TERMS=accepted: first agree with the dealer that you may show its prices ' +
        'to users and settle orders on them, because its usual terms may not allow it',
    )
  }
  return faults
}

function outletConflicts({ smtpUrl, mailFrom, webhookUrl, webhookSecret, publicAddress }: Parsed) {
  const faults: string[] = []
  if (smtpUrl !== undefined && mailFrom === undefined) faults.push('SMTP_URL needs MAIL_FROM')
  if (smtpUrl !== undefined && publicAddress === undefined) {
    faults.push('SMTP_URL needs PUBLIC_ADDRESS, which each mail names')
  }
  if (smtpUrl === undefined && mailFrom !== undefined) faults.push('MAIL_FROM needs SMTP_URL')
  if ((webhookUrl === undefined) !== (webhookSecret === undefined)) {
    faults.push('WEBHOOK_URL and WEBHOOK_SECRET need each other')
  }
  return faults
}

/** What does not go together, in words for the operator. */
export function conflicts(parsed: Parsed): string[] {
  const faults = [...liveConflicts(parsed), ...dealerConflicts(parsed), ...outletConflicts(parsed)]
  if (parsed.databaseMax !== undefined && parsed.databaseUrl === undefined) {
    faults.push(
      'DATABASE_MAX_GB needs DATABASE_URL: the disk is the limit of the embedded database',
    )
  }
  const replay = parsed.feed === 'replay'
  if (replay && parsed.replayFolder === undefined) {
    faults.push('--feed replay needs --data <folder of CSV files>')
  }
  if (!replay && parsed.replayFolder !== undefined) faults.push('--data needs --feed replay')
  if (!replay && parsed.speed !== 1) faults.push('--speed needs --feed replay')
  if (!replay && parsed.tradeFastBars) faults.push('--trade-fast-bars needs --feed replay')
  if (!replay && parsed.loop) faults.push('--loop needs --feed replay')
  if (parsed.feed !== 'simulated' && (parsed.drand ?? parsed.breakSeeds) !== undefined) {
    faults.push('--drand and --break-seeds need --feed simulated')
  }
  if (parsed.drandBeacon !== undefined && parsed.drand === undefined) {
    faults.push('DRAND_BEACON needs --drand <address of a relay>')
  }
  if (!parsed.practice && parsed.practiceReviewer === true) {
    faults.push(
      'PRACTICE_REVIEWER=on needs PRACTICE=on: nobody answers by rule where money is real',
    )
  }
  if (parsed.practice && parsed.cashierMethods !== undefined) {
    faults.push('CASHIER_METHODS needs PRACTICE=off: practice mode shows examples only')
  }
  const { publicAddress, deskHosts } = parsed
  if (publicAddress !== undefined && deskHosts.includes(new URL(publicAddress).hostname)) {
    faults.push('PUBLIC_ADDRESS is a name of DESK_HOSTS, which do not serve the app')
  }
  return faults
}
