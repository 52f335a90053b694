/** The browser's stores of files in memory, as far as the service worker uses them. */
import type { WorkerScope } from '../../src/sw/worker-scope.ts'

const ORIGIN = 'https://app.test'
const pathOf = (request: RequestInfo | URL): string =>
  new URL(request instanceof Request ? request.url : request, ORIGIN).pathname

export interface FakeWorld {
  scope: Pick<WorkerScope, 'caches' | 'fetch' | 'location'>
  /** What the server has now, by path. */
  server: Map<string, string>
  /** Paths that were fetched, in order. */
  fetched: string[]
  /** Paths a store holds, in order of their coming. */
  held(prefix: string): string[][]
}

export function fakeWorld(): FakeWorld {
  const stores = new Map<string, Map<string, Response>>()
  const server = new Map<string, string>()
  const fetched: string[] = []
  /** The browser's own cache: it answers with what it has, unless it is told to reload. */
  const browser = new Map<string, string>()
  const open = (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, store)
    return {
      match: async (request: RequestInfo | URL) => store.get(pathOf(request))?.clone(),
      put: async (request: RequestInfo | URL, reply: Response) => {
        store.set(pathOf(request), reply)
      },
      delete: async (request: RequestInfo | URL) => store.delete(pathOf(request)),
      keys: async () => [...store.keys()].map((path) => new Request(ORIGIN + path)),
    }
  }
  const caches = {
    open: async (name: string) => open(name),
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    match: async (request: RequestInfo | URL, options?: MultiCacheQueryOptions) => {
      for (const [name, store] of stores) {
        if (options?.cacheName !== undefined && options.cacheName !== name) continue
        const found = store.get(pathOf(request))
        if (found !== undefined) return found.clone()
      }
      return undefined
    },
  }
  return {
    server,
    fetched,
    held: (prefix) =>
      [...stores].filter(([name]) => name.startsWith(prefix)).map(([, store]) => [...store.keys()]),
    scope: {
      // A part of the interface is all that is asked for.
      caches: caches as unknown as CacheStorage,
      location: { origin: ORIGIN },
      fetch: async (request, init) => {
        const path = pathOf(request)
        fetched.push(path)
        const current = server.get(path)
        if (current === undefined) return new Response('', { status: 404 })
        const body = init?.cache === 'reload' ? current : (browser.get(path) ?? current)
        browser.set(path, body)
        return new Response(body)
      },
    },
  }
}

/** A request as a page makes it; `navigate` for a visit. */
export function pageRequest(path: string, mode: 'navigate' | 'cors' = 'cors'): Request {
  const request = new Request(ORIGIN + path)
  Object.defineProperty(request, 'mode', { value: mode })
  return request
}
