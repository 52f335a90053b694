/** What the pages of locking and closing an account share. */
import { z } from 'zod/mini'

/** What is in the way of closing an account, each with a page of its own where the user ends it. */
export const closingObstacle = z.enum([
  'orders',
  'fund',
  'deposits',
  'withdrawals',
  'money',
  'verification',
  'payout',
  'frozen',
])
export type ClosingObstacle = z.infer<typeof closingObstacle>
