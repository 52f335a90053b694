import type { FaultProps } from '#components/fault-details.tsx'
import { frameLater } from '#lib/later.tsx'

/** Below an error: what customer service needs to look it up, if the app or the server failed. */
export const ErrorDetails = frameLater<FaultProps>(
  async () => (await import('#components/fault-details.tsx')).FaultDetails,
)
