/**
 * The builds of the client that this server has served, with their files. A report that names another build or file is
 * counted without it, so that a sender cannot make up names.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CodePlace } from '#contract/client-reports.ts'
import type { Database } from '#server/platform/db/database.ts'
import { noteBuild, selectBuilds } from '#server/reports/reports-store.ts'

const PAGES = ['index.html', 'desk.html']
const ENTRY = /src="\/assets\/(?:index|desk)-([\w-]{8})\.js"/
/** The folder may contain a new build at any time. It is looked at no more often than this. */
const LOOK_EVERY_MS = 10_000

export interface Builds {
  /** Whether this server has served the build. */
  has(build: string): Promise<boolean>
  /** Whether the file belongs to the build. */
  isOwn(build: string, place: CodePlace): boolean
}

/** The builds in a folder: none if it has no built client. */
async function buildsIn(folder: string): Promise<{ builds: string[]; files: string[] }> {
  const pages = PAGES.map((page) => readFile(join(folder, page), 'utf8').catch(() => ''))
  const builds = (await Promise.all(pages)).flatMap((html) => ENTRY.exec(html)?.[1] ?? [])
  const names = await readdir(join(folder, 'assets')).catch(() => [])
  return { builds, files: names.filter((name) => name.endsWith('.js')) }
}

interface Parts {
  db: Database
  folder: string
  /** The market's time, in ms. */
  now: () => number
}

/** Reads the builds that were served before, and notes those in the folder. */
export async function openBuilds({ db, folder, now }: Parts): Promise<Builds> {
  const known = new Map<string, ReadonlySet<string>>()
  let lookedAt = Number.NEGATIVE_INFINITY
  const look = async (): Promise<void> => {
    lookedAt = performance.now()
    const { builds, files } = await buildsIn(folder)
    for (const build of builds) {
      if (known.has(build)) continue
      await noteBuild(db, { build, files, servedAt: now() })
      known.set(build, new Set(files))
    }
  }
  for (const { build, files } of await selectBuilds(db)) known.set(build, new Set(files))
  await look()
  return {
    has: async (build) => {
      if (!known.has(build) && performance.now() - lookedAt > LOOK_EVERY_MS) await look()
      return known.has(build)
    },
    isOwn: (build, { file }) => known.get(build)?.has(file) === true,
  }
}
