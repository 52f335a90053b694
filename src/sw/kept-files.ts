import type { WorkerScope } from './worker-scope.ts'

/** A file of this build; `revision` null: its name changes with its content. */
export interface BuiltFile {
  url: string
  revision: string | null
}

export interface KeptFiles {
  /** Brings what is missing: the app, and the texts of the language in use. */
  fill(): Promise<void>
  /** Remembers the language whose texts belong to the app from now on. */
  speak(language: string): Promise<void>
  /** Lets go of builds older than the one before: an open tab may still need that one's files. */
  sweep(): Promise<void>
  /** Null: not a file of the app, nothing for the worker to answer. */
  answer(request: Request): Promise<Response> | null
}

const PREFIX = 'files-'
const SETTINGS = 'worker-settings'
const LANGUAGE_KEY = '/chosen-language'
const SHELL = '/index.html'
const TEXTS = /^assets\/text-([a-z]{2}(?:-[A-Z]{2})?)-[a-z]+-/
const AT_ONCE = 6

const textLanguage = ({ url }: BuiltFile): string | null => TEXTS.exec(url)?.[1] ?? null

/** Names a build by all that it consists of (FNV-1a): the same files, the same cache. */
function buildName(files: readonly BuiltFile[]): string {
  let hash = 0x811c9dc5
  for (const sign of files.map(({ url, revision }) => `${url} ${revision ?? ''}`).join('\n'))
    hash = Math.imul(hash ^ sign.charCodeAt(0), 0x01000193) >>> 0
  return PREFIX + hash.toString(16).padStart(8, '0')
}

type World = Pick<WorkerScope, 'caches' | 'fetch' | 'location'>

async function bring(world: World, cache: Cache, { url, revision }: BuiltFile): Promise<void> {
  const path = `/${url}`
  if ((await cache.match(path)) !== undefined) return
  // A hashed file of the build before is the same file.
  const known = revision === null ? await world.caches.match(path) : undefined
  const reply = known ?? (await world.fetch(path, revision === null ? {} : { cache: 'reload' }))
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
  await cache.put(path, reply)
}

async function spokenLanguage({ caches }: World): Promise<string | null> {
  const stored = await caches.match(LANGUAGE_KEY, { cacheName: SETTINGS })
  return stored === undefined ? null : stored.text()
}

/** The path of the file that answers; null: not a file of the app. */
function fileFor(request: Request, origin: string, own: ReadonlySet<string>): string | null {
  const { origin: from, pathname } = new URL(request.url)
  if (request.method !== 'GET' || from !== origin) return null
  if (request.mode === 'navigate') return pathname === '/' ? SHELL : null
  if (pathname.startsWith('/assets/')) return pathname
  return own.has(pathname) && pathname !== SHELL ? pathname : null
}

/** The files of the app on this device, a cache a build: everything but the texts of other languages. */
export function keptFiles(world: World, files: readonly BuiltFile[]): KeptFiles {
  const { caches } = world
  const name = buildName(files)
  const own = new Set(files.map(({ url }) => `/${url}`))
  const find = async (path: string): Promise<Response | undefined> =>
    (await caches.match(path, { cacheName: name })) ??
    (path.startsWith('/assets/') ? caches.match(path) : undefined)
  const answer = async (request: Request, path: string): Promise<Response> => {
    const kept = await find(path)
    if (kept !== undefined) return kept
    const reply = await world.fetch(request)
    if (reply.ok && own.has(path) && path.startsWith('/assets/')) {
      const cache = await caches.open(name)
      await cache.put(path, reply.clone())
    }
    return reply
  }
  return {
    fill: async () => {
      const spoken = await spokenLanguage(world)
      const wanted = files.filter((file) => [null, spoken].includes(textLanguage(file)))
      const cache = await caches.open(name)
      const left = wanted.values()
      const one = async (): Promise<void> => {
        for (const file of left) await bring(world, cache, file)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, one))
    },
    speak: async (code) => {
      const settings = await caches.open(SETTINGS)
      await settings.put(LANGUAGE_KEY, new Response(code))
    },
    sweep: async () => {
      const builds = (await caches.keys()).filter((key) => key.startsWith(PREFIX))
      const former = builds.filter((key) => key !== name)
      await Promise.all(former.slice(0, -1).map((key) => caches.delete(key)))
    },
    answer: (request) => {
      const path = fileFor(request, world.location.origin, own)
      return path === null ? null : answer(request, path)
    },
  }
}
