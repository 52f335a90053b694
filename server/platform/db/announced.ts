/** A restore is public: a server starts on restored data only if its operator says so to everyone. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefused } from '#server/platform/start-refused.ts'

/** In a data folder that was restored and has not started yet. It contains what was restored, in words. */
export const RESTORED = 'restored'
/** Its content until the restore has ended. */
export const UNFINISHED = 'unfinished\n'

/** Throws `StartRefused` for half a restore, and for restored data without `--after-restore`. */
export function refuseUnannounced(config: { dataFolder: string; afterRestore: boolean }): void {
  const file = join(config.dataFolder, RESTORED)
  const said = existsSync(file) ? readFileSync(file, 'utf8') : null
  if (said === UNFINISHED) {
    throw new StartRefused(
      `${config.dataFolder} is what a restore left that did not end. Restore once more with npm run restore.`,
    )
  }
  if (config.afterRestore || said === null) return
  throw new StartRefused(
    `${config.dataFolder} is ${said.trim()}. Start once with --after-restore: all users, ` +
      'devices and readers are then told what is lost.',
  )
}

/** The restore was announced. */
export function noteAnnounced({ dataFolder }: { dataFolder: string }): void {
  rmSync(join(dataFolder, RESTORED), { force: true })
}
