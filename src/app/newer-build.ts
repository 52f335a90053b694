/** Finds out whether the server has another build than this page, and reloads into it at most once for each. */

const ENTRY = /<script type="module"[^>]* src="(\/assets\/[\w-]+\.js)"/

export interface BuildPlace {
  /** The page as the server has it now. */
  read(): Promise<string>
  /** The entry script of this page. */
  own(): string | null
  /** What this tab remembers over a reload; nothing is written on the device. */
  mark: { get(): string; set(text: string): void }
  reload(): void
}

export const entryOf = (html: string): string | null => ENTRY.exec(html)?.[1] ?? null

/** The entry script of the server's build; null: the same as ours, or not to be had. */
export async function newerBuild(place: BuildPlace): Promise<string | null> {
  try {
    const theirs = entryOf(await place.read())
    return theirs === null || theirs === place.own() ? null : theirs
  } catch {
    return null
  }
}

/** Whether it reloads: for one build never twice, so that no fault can make a loop. */
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
  own: () => {
    const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')
    return script === null ? null : new URL(script.src).pathname
  },
  // A tab's name lives as long as the tab, and only there.
  mark: {
    get: () => window.name,
    set: (text) => {
      window.name = text
    },
  },
  reload: () => location.reload(),
}
