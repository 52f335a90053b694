/** For `fork`: writes a day file from records that stop coming after its first block, until it is killed. */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeDayFile } from '#server/archive/day-writer.ts'
import { unfinished } from '#server/platform/whole-files.ts'
import { bare, chainAfter, DAYS, GENESIS, plainDay, sourceOf } from '#support/archive.ts'
import { until } from '#support/until.ts'

async function write(folder: string): Promise<void> {
  const [day] = DAYS
  if (day === undefined) throw new Error('no day')
  const archived = bare(chainAfter('GC', GENESIS, plainDay(day, 12_500)))
  const source = sourceOf('GC', day, { before: GENESIS, archived })
  const draft = unfinished(join(folder, 'GC.ticks'))
  async function* cut() {
    yield archived.slice(0, 10_001)
    await until('the first block', () => existsSync(draft) && statSync(draft).size > 0)
    process.send?.('half')
    await new Promise(() => setInterval(() => undefined, 60_000))
  }
  await writeDayFile(folder, { ...source, batches: cut() })
}

const [, , flag, folder] = process.argv
if (flag === '--write' && folder !== undefined) await write(folder)
