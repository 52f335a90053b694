/**
 * Prepares the database of DATABASE_URL and removes the owner's credentials: the process that had them is replaced by
 * the server, whose environment, arguments and memory never contained them.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/platform/config.ts'
import { actRulesOf } from '#server/platform/db/act-rules.ts'
import { refuseUnannounced } from '#server/platform/db/announced.ts'
import { holderOf } from '#server/platform/db/lease.ts'
import { PREPARED } from '#server/platform/settings/storage.ts'
import { startKeyOf } from '#server/platform/signer.ts'
import { type Prepared, preparedDatabase, startPreparing } from '#server/platform/db/preparing.ts'

/** Names the process that started this one and whose end is its end, since no channel survives the replacement. */
const LAUNCHER = 'FAIRTICK_LAUNCHER'

/** The database that the replaced process has prepared. Null if there was none. */
function takePrepared(): Prepared | null {
  const text = process.env[PREPARED]
  delete process.env[PREPARED]
  return text === undefined ? null : preparedDatabase.parse(JSON.parse(text))
}

/** What a server that stands by needs of the running one, because it cannot be made a second time. */
function keyFilesOf({ dataFolder, feed }: Config): string[] {
  const seed = feed === 'simulated' ? ['master-seed'] : []
  return ['signing-key.pem', 'vault-key', ...seed].map((name) => join(dataFolder, name))
}

/** Nothing has to be closed yet. The first process of a container has no default for signals. */
function endWhileWaiting(): void {
  // A launcher that was killed sends no signal.
  for (const sign of ['disconnect', 'SIGINT', 'SIGTERM']) process.once(sign, () => process.exit(0))
  process.channel?.unref()
}

/**
 * The prepared database of DATABASE_URL. Null if the embedded one is used. Does not return in the process that has the
 * owner's URL. With `standby` it may wait for days. Throws `StartRefused`.
 */
export async function prepareRemote(config: Config): Promise<Prepared | null> {
  const { databaseUrl: url } = config
  if (url === null) return takePrepared()
  refuseUnannounced(config)
  const { key, keep } = startKeyOf(config.dataFolder)
  const { afterRestore } = config
  const { holder, keep: keepHolder } = holderOf(config.dataFolder)
  const lacking = keyFilesOf(config).filter((file) => !existsSync(file))
  const standby = config.standby ? { lacking } : null
  endWhileWaiting()
  const start = { rules: actRulesOf(config), afterRestore, nowMs: Date.now(), key, holder, standby }
  const prepared = await startPreparing().prepare({ url, ...start })
  keep()
  keepHolder()
  const { DATABASE_URL: _, ...env } = process.env
  delete process.env['DATABASE_URL']
  process.execve?.(
    process.execPath,
    [process.execPath, ...process.execArgv, ...process.argv.slice(1)],
    {
      ...env,
      [PREPARED]: JSON.stringify(prepared),
      ...(process.channel !== undefined && { [LAUNCHER]: String(process.ppid) }),
    },
  )
  throw new Error('the process was not replaced')
}

/** The pid of the process that started the replaced one. Null if the server runs on its own. */
export const launcherPid = (): number | null =>
  process.env[LAUNCHER] === undefined ? null : Number(process.env[LAUNCHER])
