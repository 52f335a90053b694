/** For `fork`: runs the worker that moves old days of prices into files, again and again, until it is killed. */
import { createPrivateKey } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { z } from 'zod'
import { openArchive } from '#server/archive/open-archive.ts'
import { openPools } from '#server/platform/db/pools.ts'
import { createLogger } from '#server/platform/logging.ts'
import { signerOf } from '#server/platform/signer.ts'
import { isLocked } from '#server/retention/retention-store.ts'
import { manualClock } from '#support/manual-clock.ts'

const url = z.string()
/** What the parent sends first. `key`: the server's private key as PEM. */
const workerOrder = z.object({
  urls: z.object({
    market: url,
    settlement: url,
    credentials: url,
    auditor: url,
    app: url,
  }),
  dataFolder: z.string(),
  archiveWal: z.string(),
  key: z.string(),
  tickDays: z.int(),
})
export type WorkerOrder = z.infer<typeof workerOrder>

/** `open` once, `ran` after each run, and a sentence when a run failed for anything but a lock. */
export const workerSaid = z.object({ said: z.enum(['open', 'ran', 'failed']), why: z.string() })

const say = (said: z.infer<typeof workerSaid>['said'], why = ''): void =>
  void process.send?.({ said, why })

async function work({ urls, key, ...folders }: WorkerOrder): Promise<void> {
  const archive = await openArchive({
    pools: openPools(urls, () => undefined),
    clock: manualClock(0),
    log: createLogger('silent'),
    metrics: new Registry(),
    signer: signerOf(createPrivateKey(key)),
    ...folders,
  })
  say('open')
  for (;;) {
    try {
      await archive.run()
      say('ran')
    } catch (error) {
      if (!isLocked(error)) say('failed', error instanceof Error ? error.message : String(error))
    }
    await pause(2)
  }
}

if (process.argv[2] === '--archive') {
  process.once('message', (message) => {
    work(workerOrder.parse(message)).catch((error: unknown) => say('failed', String(error)))
  })
  process.once('disconnect', () => process.exit())
}
