/** Tasks that are done one at a time. */
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
