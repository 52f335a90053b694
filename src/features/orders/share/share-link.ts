/** The address that opens a shared receipt to anyone. */
import type { ShareCode } from '#contract/sharing.ts'
import { sharedPath } from '#lib/paths.ts'

export const shareLink = (code: ShareCode): string => `${location.origin}/#${sharedPath(code)}`
