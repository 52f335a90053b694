/** `npm run holidays`: reads the published closings of the coming week into the file that the server goes by. */
import { readConfig } from '#server/platform/config.ts'
import {
  extendClosings,
  readClosingsFile,
  writeClosings,
} from '#server/market/feeds/live/closings/closings-file.ts'
import { readSchedule } from '#server/market/feeds/live/closings/trading-schedule.ts'

const SCHEDULE_URL = 'https://fapi.binance.com/fapi/v1/tradingSchedule'
const TIMEOUT_MS = 10_000

const USAGE = `npm run holidays -- [options]   (once a day, by a timer)
  --url URL        where the schedule is read (${SCHEDULE_URL})
  --closings FILE  the file (CLOSINGS; <DATA_DIR>.closings.json)
The server reads the file each minute. Without an answer the file stays as it is, and the exit code is 1.`

const NOTHING = { covers: [], closed: [] }

async function main(argv: readonly string[]): Promise<void> {
  if (argv.includes('--help')) return void process.stdout.write(`${USAGE}\n`)
  const flags = [...argv]
  const at = flags.indexOf('--url')
  const [, url = SCHEDULE_URL] = at < 0 ? [] : flags.splice(at, 2)
  const { closings: file } = readConfig(
    ['--feed', 'live', ...flags],
    { CLOSINGS: process.env['CLOSINGS'], DATA_DIR: process.env['DATA_DIR'] },
    process.cwd(),
  )
  const reply = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' })
  if (!reply.ok) throw new Error(`the answer is ${reply.status}`)
  const read = { source: url, ...readSchedule(await reply.text(), Date.now()) }
  const all = extendClosings(readClosingsFile(file) ?? NOTHING, read)
  writeClosings(file, all)
  const until = new Date(read.covers.at(-1)?.[1] ?? 0).toISOString()
  const closed = read.closed.map((span) =>
    span.map((ms) => new Date(ms).toISOString()).join(' to '),
  )
  process.stdout.write(`${file} is known until ${until}; closed: ${closed.join(', ') || 'never'}\n`)
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`)
  process.exitCode = 1
}
