import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { setOwnLimit } from '#contract/endpoints/limits.ts'
import type { OwnLimitKind, OwnLimits } from '#contract/limits.ts'
import { limitOf, wishOf } from '#features/limits/kinds.ts'
import { useLimitText } from '#features/limits/use-limit-text.ts'
import { showToastAtom } from '#notifications/toasts.ts'

interface LimitChange {
  send: (value: bigint | null) => Promise<Answer<{ limits: OwnLimits }>>
  /** Says when the change that the server accepted takes effect. */
  tell: (limits: OwnLimits, value: bigint | null) => void
}

/** One change of one limit. Repeating it has no further effect, so a lost answer can simply be retried. */
export function useLimitChange(kind: OwnLimitKind, hadPending: boolean): LimitChange {
  const { t } = useTranslation('limits')
  const toast = useSetAtom(showToastAtom)
  const words = useLimitText()
  return {
    send: (value) => call(setOwnLimit, { body: wishOf(kind, value) }),
    tell: (limits, value) => {
      const { value: now, pending } = limitOf(limits, kind)
      if (pending !== null) {
        toast({ tone: 'good', text: t('saved.later', { at: words.at(pending.at) }) })
      } else if (now === value) {
        toast({ tone: 'good', text: t(hadPending ? 'saved.kept' : 'saved.now') })
      }
    },
  }
}
