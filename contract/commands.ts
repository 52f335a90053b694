/** Commands: what a user tells the server to do, at most once each. */
import { z } from 'zod'

/** Under these names answers are stored, so none may ever mean something else. */
export const commandName = z.enum([
  'order',
  'practice_money',
  'deposit',
  'deposit_cancel',
  'withdrawal',
  'withdrawal_cancel',
  'payout_account',
  'verification',
  'fund_subscribe',
  'fund_cancel',
  'fund_redeem',
  'fund_redeem_cancel',
  'support_message',
])
export type CommandName = z.infer<typeof commandName>
