/** The page that a message leads to. */
import type { Message } from '#contract/messages.ts'
import { PATHS, productPath, securityPath } from '#lib/paths.ts'

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
    case 'log_ins_refused':
    case 'password_changed':
      return { what: 'security', path: securityPath('logIns') }
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
