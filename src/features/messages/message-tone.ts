/** The tone of each kind of message: good, bad or neutral. */
import type { Message } from '#contract/messages.ts'

export type MessageTone = 'good' | 'bad' | 'info'

export function toneOf(kind: Message['kind']): MessageTone {
  if (/_(rejected|bounced)$/.test(kind)) return 'bad'
  return /_(verified|approved|paid)$/.test(kind) ? 'good' : 'info'
}
