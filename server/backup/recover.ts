/** Recovers a copied cluster from its WAL to a moment, or as far as the WAL reaches. */
import { chownSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbedded } from '#server/platform/db/embedded.ts'
import { runAs } from '#server/platform/db/embedded-binaries.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

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
/** PostgreSQL looks for the backup's own WAL on a timeline that left the backup's before it was made. */
const ELSEWHERE =
  /could not locate required checkpoint record|requested timeline \d+ (is not a child|does not contain)/
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

const HISTORY = /^[\dA-F]{8}\.history$/
const historiesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => HISTORY.test(name))
    .toSorted()
    .toReversed()

/**
 * Notes in the history of the new timeline when it began, and marks the file for the archive: PostgreSQL marks it only
 * if it archives while it recovers. Without it, a later restore could not follow this timeline, or would use its number
 * twice. The cluster must be stopped.
 */
export function noteTimeline(cluster: string, nowMs: number): void {
  const folder = join(cluster, 'pg_wal')
  const [newest] = historiesIn(folder)
  if (newest === undefined) throw new Error('the recovered cluster has no timeline of its own')
  // PostgreSQL skips lines that begin so, and copies them into the histories of later timelines.
  const file = join(folder, newest)
  writeFileSync(file, `${readFileSync(file, 'utf8')}# restored ${nowMs}\n`)
  const mark = join(folder, 'archive_status', `${newest}.ready`)
  writeFileSync(mark, '', { mode: 0o600 })
  const { uid, gid } = runAs()
  if (uid !== undefined && gid !== undefined) chownSync(mark, uid, gid)
}

/** When the timeline of a history began, ms. 0 if that was not noted. */
const beganAt = (history: string): number =>
  Number([...history.matchAll(/^# restored (\d+)$/gm)].at(-1)?.[1] ?? 0)

/** The timeline on which the server was at a moment, for PostgreSQL: that of the last restore before it. */
export function timelineAt(archive: string, to: number): string {
  const found = historiesIn(archive).find(
    (name) => beganAt(readFileSync(join(archive, name), 'utf8')) <= to,
  )
  return found === undefined ? 'current' : String(Number.parseInt(found, 16))
}

/** The refusal for a recovery that wrote these lines, if its operator can do something about it. Null if not. */
export function refusedBy(lines: readonly string[], to: number | null): StartRefused | null {
  if (lines.some((line) => ELSEWHERE.test(line))) {
    return new StartRefused(
      'A later restore went back to a moment before this backup, so the WAL does not continue it: name an older ' +
        'backup, FOLDER/<backup>.',
    )
  }
  if (!lines.some((line) => TOO_EARLY.test(line))) return null
  return new StartRefused(
    `The WAL ends before ${new Date(to ?? 0).toISOString()}: give an earlier --to, or none for the newest moment.`,
  )
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
    ...(to === null || archive === null
      ? []
      : [
          `recovery_target_timeline=${timelineAt(archive, to)}`,
          `recovery_target_time=${new Date(to).toISOString().replace('Z', '+00')}`,
        ]),
  ]
  const lines: string[] = []
  try {
    return await startEmbedded({ dataFolder, settings, onLog: (line) => lines.push(line) })
  } catch (error) {
    throw refusedBy(lines, to) ?? error
  }
}
