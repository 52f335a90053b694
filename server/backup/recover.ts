/** Recovers a copied cluster from its WAL to a moment, or as far as the WAL reaches. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbedded } from '#server/platform/db/embedded.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

/** What to recover. */
export interface Recovery {
  /** The data folder whose cluster is recovered. */
  dataFolder: string
  /** The cluster's folder. */
  cluster: string
  /** The folder to which the WAL was archived. Null: only that of the backup is there. */
  archive: string | null
  /** Null: the newest moment. */
  to: number | null
}

const UNSAFE = /['"%\\\n]/
const TOO_EARLY = /ended before configured recovery target was reached/

/** Throws `StartRefused` if the WAL cannot be read from there. */
export function refuseArchive(archive: string): void {
  if (!existsSync(archive)) {
    throw new StartRefused(
      `${archive}, to which the WAL was archived, does not exist: name its place with --wal FOLDER.`,
    )
  }
  if (UNSAFE.test(archive)) {
    throw new StartRefused(
      `${archive} has a quote, a backslash or a percent sign in its name: rename it.`,
    )
  }
}

/** Starts the cluster, recovers it, and leaves it running. Throws `StartRefused` if the WAL ends before `to`. */
export async function recover({
  dataFolder,
  cluster,
  archive,
  to,
}: Recovery): Promise<EmbeddedPostgres> {
  // With it, the recovered cluster continues on a timeline of its own, whose WAL never collides with the archived one.
  writeFileSync(join(cluster, 'recovery.signal'), '', { mode: 0o600 })
  const settings = [
    `restore_command=${archive === null ? 'false' : `cp "${archive}/%f" "%p"`}`,
    'recovery_target_action=promote',
    'hot_standby=off',
    ...(to === null
      ? []
      : [`recovery_target_time=${new Date(to).toISOString().replace('Z', '+00')}`]),
  ]
  const lines: string[] = []
  try {
    return await startEmbedded({ dataFolder, settings, onLog: (line) => lines.push(line) })
  } catch (error) {
    if (!lines.some((line) => TOO_EARLY.test(line))) throw error
    throw new StartRefused(
      `The WAL ends before ${new Date(to ?? 0).toISOString()}: give an earlier --to, or none for the newest moment.`,
    )
  }
}
