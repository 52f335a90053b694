/** The page that a message leads to. */
import type { Message } from '#contract/messages.ts'
import { closingPath, lockNowPath } from '#lib/account-paths.ts'
import { PATHS, productPath, securityPath } from '#lib/paths.ts'
import { recoveryPath } from '#lib/recovery-path.ts'

export interface MessageLink {
  /** Labelled by `messages:open.*`. */
  what:
    | 'order'
    | 'deposit'
    | 'withdrawal'
    | 'verification'
    | 'payout'
    | 'fund'
    | 'security'
    | 'closing'
    | 'recovery'
    | 'product'
    | 'products'
  path: string
}

const named = (path: string, key: string, id: string | undefined): string =>
  id === undefined ? path : `${path}?${key}=${encodeURIComponent(id)}`

/** Null when the message's subject has no page of its own. */
export function messageLink({
  kind,
  params,
}: Pick<Message, 'kind' | 'params'>): MessageLink | null {
  const { orderId, depositId, withdrawalId, redemptionId, symbol } = params
  switch (kind) {
    case 'announcement':
    case 'account_frozen':
    case 'document_frozen':
    case 'mail_unusable':
      return null
    case 'frozen_lifted':
    case 'frozen_compensated':
      return orderId === undefined
        ? null
        : { what: 'order', path: named(PATHS.orders, 'id', orderId) }
    case 'welcome':
      return { what: 'products', path: PATHS.products }
    case 'order_void':
    case 'order_frozen':
      return { what: 'order', path: named(PATHS.orders, 'id', orderId) }
    case 'deposit_approved':
    case 'deposit_rejected':
      return { what: 'deposit', path: named(PATHS.deposits, 'id', depositId) }
    case 'withdrawal_approved':
    case 'withdrawal_paid':
    case 'withdrawal_rejected':
    case 'withdrawal_bounced':
      return { what: 'withdrawal', path: named(PATHS.withdrawals, 'id', withdrawalId) }
    case 'verification_verified':
    case 'verification_rejected':
      return { what: 'verification', path: PATHS.verify }
    case 'payout_account_changed':
      return { what: 'payout', path: PATHS.account }
    case 'account_closing':
      return { what: 'closing', path: closingPath() }
    case 'account_locked':
    case 'account_kept':
    case 'log_in_new_device':
    case 'log_ins_refused':
    case 'password_changed':
      return { what: 'security', path: securityPath('logIns') }
    case 'recovery_approved':
    case 'recovery_vetoed':
    case 'recovery_done':
      return { what: 'recovery', path: recoveryPath('own') }
    case 'factor_changed':
      return { what: 'security', path: securityPath('factors') }
    case 'passkey_removal_asked':
      return { what: 'security', path: securityPath('passkeys') }
    case 'fund_redemption_paid':
      return { what: 'fund', path: named(PATHS.fundDetails, 'redemption', redemptionId) }
    case 'price_alert':
      return symbol === undefined ? null : { what: 'product', path: productPath(symbol) }
  }
}

const GUARDED: ReadonlySet<Message['kind']> = new Set([
  'log_in_new_device',
  'log_ins_refused',
  'password_changed',
  'factor_changed',
  'passkey_removal_asked',
  'payout_account_changed',
  'account_closing',
])

/** Where owners lock the account that a message says was tried or changed. Null for other messages. */
export const lockLink = ({ kind }: Pick<Message, 'kind'>): string | null =>
  GUARDED.has(kind) ? lockNowPath() : null
