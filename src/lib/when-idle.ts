/** Even a page that is never idle loads what waits for that. */
const AT_MOST_MS = 1_000

/** Resolves when the page has nothing to draw. Safari does not report that; there, only work that waits goes first. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis)
      requestIdleCallback(() => resolve(), { timeout: AT_MOST_MS })
    else setTimeout(resolve)
  })
