/** A line that loses the server's answer to a command: the server has done its work, the phone cannot know. */
import type { Page } from '@playwright/test'

/**
 * Loses the first answer to each command of a path; `meanwhile` happens between the work and the loss. Returns how many
 * were lost.
 */
export async function loseFirstAnswer(
  page: Page,
  path: string,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<() => number> {
  const lost = new Set<string | undefined>()
  await page.route(`**/api${path}`, async (route) => {
    const key = route.request().headers()['idempotency-key']
    if (route.request().method() !== 'POST' || lost.has(key)) return route.continue()
    lost.add(key)
    await route.fetch()
    await meanwhile()
    return route.abort('connectionreset')
  })
  return () => lost.size
}
