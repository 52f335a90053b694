/** `npm run sessions -- end ACCOUNT | end-all`: logs users out on all devices. Takes the same flags as `npm start`. */
import { revokeOfAccount } from '#server/identity/session-store.ts'
import { ConfigFaults, readConfig } from '#server/platform/config.ts'
import { openOwner } from '#server/platform/db/owner-database.ts'
import { StartRefused } from '#server/platform/start-refused.ts'
import './settings.mjs'

const USAGE = `npm run sessions -- end ACCOUNT   ends every session of one user
npm run sessions -- end-all       ends every session of all users
Flags and environment as for npm start. A running server closes their pages within ten seconds.`

async function main(): Promise<string | null> {
  const [command = '', ...rest] = process.argv.slice(2)
  if (command !== 'end' && command !== 'end-all') return USAGE
  const [account, flags] = command === 'end' ? [rest[0] ?? '', rest.slice(1)] : [null, rest]
  if (account === '' || account?.startsWith('-')) return USAGE
  const owner = await openOwner(readConfig(flags, process.env, process.cwd()))
  try {
    const ended = await revokeOfAccount(owner, account, Date.now())
    process.stdout.write(`${ended} sessions ended.\n`)
    return null
  } finally {
    await owner.close()
  }
}

const fault = await main().catch((error: unknown) => {
  if (error instanceof ConfigFaults) return error.faults.join('\n')
  if (error instanceof StartRefused) return error.message
  throw error
})
if (fault !== null) {
  process.stderr.write(`${fault}\n`)
  process.exitCode = 1
}
