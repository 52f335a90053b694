/** Commands: the requests of a user that must take effect at most once. */
import { z } from 'zod/mini'

/** The name of a command. The server stores its answers under this name, so the meaning of a name must never change. */
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
