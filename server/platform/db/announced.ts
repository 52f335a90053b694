/** A restore is public: a server starts on restored data only if its operator says so to everyone. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefused } from '#server/platform/start-refused.ts'

/** In a data folder that was restored and has not started yet. It contains what was restored, in words. */
export const RESTORED = 'restored'

/** Throws `StartRefused` for restored data without `--after-restore`. */
export function refuseUnannounced(config: { dataFolder: string; afterRestore: boolean }): void {
  const file = join(config.dataFolder, RESTORED)
  if (config.afterRestore || !existsSync(file)) return
  throw new StartRefused(
    `${config.dataFolder} is ${readFileSync(file, 'utf8').trim()}. Start once with --after-restore: all users, ` +
      'devices and readers are then told what is lost.',
  )
}

/** The restore was announced. */
export function noteAnnounced({ dataFolder }: { dataFolder: string }): void {
  rmSync(join(dataFolder, RESTORED), { force: true })
}
