/** A line that loses the server's answer to a command: the server has done its work, the phone cannot know. */
import type { Page } from '@playwright/test'

/** Loses the first answer to a POST; `meanwhile` happens between the work and the loss. Returns how many were lost. */
export async function loseFirstAnswer(
  page: Page,
  path: string,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<() => number> {
  let lost = 0
  await page.route(`**/api${path}`, async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue()
    lost += 1
    await route.fetch()
    await meanwhile()
    return route.abort('connectionreset')
  })
  return () => lost
}
