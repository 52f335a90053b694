import type { WorkerScope } from './worker-scope.ts'

/** A file of this build. `revision` is null when the file's name contains a hash of its content. */
export interface BuiltFile {
  url: string
  revision: string | null
}

export interface CachedFiles {
  /** Downloads missing files: the app, and the texts of the current language. */
  fill(): Promise<void>
  /** Stores the language whose texts are part of the app from now on. */
  speak(language: string): Promise<void>
  /** Deletes builds older than the previous one, whose files open tabs may still need. */
  sweep(): Promise<void>
  /** Null when it is not a file of the app, so that the service worker does not answer. */
  answer(request: Request): Promise<Response> | null
}

const PREFIX = 'files-'
/** The cache of what the worker knows of the app's settings. */
export const SETTINGS = 'worker-settings'
const LANGUAGE_KEY = '/chosen-language'
const SHELL = '/index.html'
const TEXTS = /^assets\/text-([a-z]{2}(?:-[A-Z]{2})?)-[a-z]+-/
const AT_ONCE = 6

const textLanguage = ({ url }: BuiltFile): string | null => TEXTS.exec(url)?.[1] ?? null

/** Names a build by a hash of its list of files (FNV-1a): the same files have the same cache. */
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
  // A file whose name contains a hash is the same in every build.
  const known = revision === null ? await world.caches.match(path) : undefined
  const reply = known ?? (await world.fetch(path, revision === null ? {} : { cache: 'reload' }))
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
  await cache.put(path, reply)
}

async function spokenLanguage({ caches }: World): Promise<string | null> {
  const stored = await caches.match(LANGUAGE_KEY, { cacheName: SETTINGS })
  return stored === undefined ? null : stored.text()
}

/** The path of the file for a request; null when it is not a file of the app. */
function fileFor(request: Request, origin: string, own: ReadonlySet<string>): string | null {
  const { origin: from, pathname } = new URL(request.url)
  if (request.method !== 'GET' || from !== origin) return null
  if (request.mode === 'navigate') return pathname === '/' ? SHELL : null
  if (pathname.startsWith('/assets/')) return pathname
  return own.has(pathname) && pathname !== SHELL ? pathname : null
}

/** The app's files on this device, one cache per build: everything except the texts of other languages. */
export function cachedFiles(world: World, files: readonly BuiltFile[]): CachedFiles {
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
