/** A window with room for three panes, as the media queries of the code see it. */
import { vi } from 'vitest'

export function largeScreen(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('min-width'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
}
