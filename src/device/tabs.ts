/** What the open tabs of this device have in common: messages, and tasks that are done one at a time. */

/** The channel through which the tabs notify each other. Without one, each tab is on its own. */
let opened: BroadcastChannel | null | undefined
function channel(): BroadcastChannel | null {
  try {
    opened ??= new BroadcastChannel('fairtick')
  } catch {
    // The browser refuses it where it refuses storage.
    opened = null
  }
  return opened
}

/** `expectEnd`: a guest registers, which ends the session; `expectNoEnd`: the registration failed. */
export type TabMessage = 'forget the session' | 'expectEnd' | 'expectNoEnd'

export function tellTabs(message: TabMessage): void {
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    channel()?.postMessage(message)
  } catch {
    // The other tabs then learn of it from the server.
  }
}

export function hearTabs(hear: (message: unknown) => void): void {
  channel()?.addEventListener('message', ({ data }) => hear(data))
}

/** The latest task of this page by name. */
const last = new Map<string, Promise<unknown>>()

function inThisPage<T>(name: string, work: () => Promise<T>): Promise<T> {
  const next = (last.get(name) ?? Promise.resolve()).then(work, work)
  last.set(name, next)
  return next
}

/**
 * Runs one task of a name at a time: in all tabs and the service worker, or in this page alone where the browser has no
 * locks (without HTTPS) or refuses them (where it refuses storage).
 */
export async function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
  let begun = false
  try {
    const locks: LockManager | null | undefined = navigator.locks
    if (locks) {
      return await locks.request(name, () => {
        begun = true
        return work()
      })
    }
  } catch (error) {
    if (begun) throw error
  }
  return inThisPage(name, work)
}
