/** `npm run verify-archive -- FOLDER --key …`: reports where the archive of the price logs was changed. */
import { parseArgs } from 'node:util'
import { checkArchive, type DayReport } from '#server/archive/check-archive.ts'
import { grouped } from '#server/archive/fault.ts'
import { keysIn, toolsOf } from './receipt-tools.ts'

const USAGE = `npm run verify-archive -- FOLDER --key FILE…
  FOLDER  the archive, with a folder for each day
  --key   public keys that you trust: PEM, or a reply of /api/checkpoints from elsewhere`

const textOf = ({ day, isSealed, files, records, faults }: DayReport): string => {
  if (faults.length > 0) return faults.join('\n')
  return isSealed
    ? `${day}: ${grouped(files)} files, ${grouped(records)} records: nothing wrong`
    : `${day}: has no manifest yet and is not checked`
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string', multiple: true, default: [] } },
  })
  const [folder, ...more] = positionals
  if (folder === undefined || more.length > 0) throw new Error('name one folder')
  const { verify } = toolsOf(keysIn(values.key))
  let [passed, failed] = [0, 0]
  for await (const report of checkArchive(folder, verify)) {
    process.stdout.write(`${textOf(report)}\n`)
    if (report.faults.length > 0) failed += 1
    else if (report.isSealed) passed += 1
  }
  if (passed + failed === 0) process.stdout.write('no day has a manifest\n')
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`)
  process.exitCode = 2
}
