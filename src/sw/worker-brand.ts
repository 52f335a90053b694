/** The brand as the service worker knows it: stored on the device, and written into the stored page. */
import { BUILT_NAME } from '#contract/built-name.ts'
import { brandedPage, type PageBrand } from '#contract/page-elements.ts'
import { brandStyles, COLOUR_PATTERN } from '#rules/brand-colours.ts'
import { SETTINGS } from './cached-files.ts'
import { withText } from './snapshot-page.ts'
import type { WorkerScope } from './worker-scope.ts'

/** The endpoint, whose answer is stored under its own address. */
const BRAND = '/api/brand'
const MANIFEST = '/manifest.webmanifest'
const BUILT: PageBrand = { revision: '', name: BUILT_NAME, styles: '' }

type Parts = Readonly<Record<string, unknown>>
const isParts = (value: unknown): value is Parts => typeof value === 'object' && value !== null

function stylesOf(colours: unknown): string {
  if (!isParts(colours)) return ''
  const { light, dark } = colours
  if (typeof light !== 'string' || typeof dark !== 'string') return ''
  return COLOUR_PATTERN.test(light) && COLOUR_PATTERN.test(dark) ? brandStyles({ light, dark }) : ''
}

/** The brand of a stored answer; that of the build where it is not understood. */
export function brandOf(answer: unknown): PageBrand {
  if (!isParts(answer) || !isParts(answer['brand'])) return BUILT
  const { revision } = answer
  const { name, colours } = answer['brand']
  if (typeof revision !== 'string' || !/^\d+$/.test(revision) || typeof name !== 'string')
    return BUILT
  return { revision, name, styles: stylesOf(colours) }
}

export interface WorkerBrand {
  /** Reads the brand from the server, and lets the stored manifest go. Without a network nothing changes. */
  renew(): Promise<void>
  /** The brand as it is stored. */
  read(): Promise<PageBrand>
  /** Writes the stored brand into a page of the build. */
  put(page: Response): Promise<Response>
}

/** The brand on this device. */
export function workerBrand(world: Pick<WorkerScope, 'caches' | 'fetch'>): WorkerBrand {
  const { caches } = world
  const read = async (): Promise<PageBrand> => {
    try {
      const kept = await caches.match(BRAND, { cacheName: SETTINGS })
      return brandOf(await kept?.json())
    } catch {
      return BUILT
    }
  }
  return {
    read,
    renew: async () => {
      try {
        const reply = await world.fetch(BRAND)
        if (!reply.ok) return
        const before = await read()
        const settings = await caches.open(SETTINGS)
        await settings.put(BRAND, reply)
        if ((await read()).revision === before.revision) return
        for (const name of await caches.keys()) await (await caches.open(name)).delete(MANIFEST)
      } catch {
        // The next visit with a network tries it.
      }
    },
    put: async (page) => {
      const brand = await read()
      if (brand.revision === '' || !page.ok) return page
      return withText(page, (html) => brandedPage(html, brand))
    },
  }
}
