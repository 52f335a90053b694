/** A server's free space, for tests of something else: there is enough. */
import type { FreeSpace } from '#server/platform/free-space.ts'

export const AMPLE_SPACE: FreeSpace = {
  level: () => 'enough',
  refuses: () => false,
  onChange: () => undefined,
  stop: () => undefined,
}
