/** How a message reads at a glance. */
import type { Message } from '#contract/account.ts'

export type MessageTone = 'good' | 'bad' | 'info'

export function toneOf(kind: Message['kind']): MessageTone {
  if (/_(rejected|bounced)$/.test(kind)) return 'bad'
  return /_(verified|approved|paid)$/.test(kind) ? 'good' : 'info'
}
