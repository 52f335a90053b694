/** Finds out whether the server has a newer build than this page, and reloads into it at most once per build. */

/** The page has other module scripts before it (scripts/build/page-scripts.ts), which may be the same in two builds. */
const ENTRY = /<script type="module"[^>]* src="(\/assets\/index-[\w-]+\.js)"/

export interface BuildPlace {
  /** The HTML of the page as the server has it now. */
  read(): Promise<string>
  /** The entry script of this page. */
  own(): string | null
  /** What this tab remembers across a reload. Nothing is written to the device. */
  mark: { get(): string; set(text: string): void }
  reload(): void
}

export const entryOf = (html: string): string | null => ENTRY.exec(html)?.[1] ?? null

/** The entry script of the server's build; null when it is the same as ours or could not be read. */
export async function newerBuild(place: BuildPlace): Promise<string | null> {
  try {
    const theirs = entryOf(await place.read())
    return theirs === null || theirs === place.own() ? null : theirs
  } catch {
    return null
  }
}

/** Returns whether it reloads. It never reloads twice for one build, so that no fault can cause a loop. */
export function reloadOnce(place: BuildPlace, build: string): boolean {
  if (place.mark.get() === build) return false
  place.mark.set(build)
  place.reload()
  return true
}

export const browserPlace: BuildPlace = {
  read: async () => {
    const reply = await fetch('/', { cache: 'no-store' })
    return reply.ok ? reply.text() : ''
  },
  own: () => entryOf([...document.scripts].map(({ outerHTML }) => outerHTML).join('')),
  // The name of a tab lives as long as the tab and is not shared with other tabs.
  mark: {
    get: () => window.name,
    set: (text) => {
      window.name = text
    },
  },
  reload: () => location.reload(),
}
