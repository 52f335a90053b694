import { useTranslation } from 'react-i18next'
import type { FrozenState } from '#contract/frozen.ts'
import { useFormat } from '#i18n/format.ts'
import { Notice } from '#ui/notice.tsx'

export interface FrozenNoteProps {
  /** What is frozen: an open order, a settled one, a deposit or withdrawal, or all of the user's data. */
  what: 'open' | 'settled' | 'document' | 'account'
  state: FrozenState
}

/** What it means that something is frozen, and how it ends; afterwards, how it ended. */
export function FrozenNote({ what, state: { since, end } }: FrozenNoteProps) {
  const { t } = useTranslation('frozen')
  const format = useFormat()
  if (end !== null) {
    const times = { since: format.dateTime(since), time: format.dateTime(end.at) }
    return (
      <Notice tone="info">
        {end.how === 'lifted'
          ? t('lifted', times)
          : t('compensated', { ...times, amount: format.money(end.amount) })}
      </Notice>
    )
  }
  return (
    <Notice tone="info">
      <p className="font-semibold">{t('title')}</p>
      <p className="text-xs">{t('since', { time: format.dateTime(since) })}</p>
      <p className="mt-1">{t(`what.${what}`)}</p>
      <p className="mt-2 font-semibold">{t('how')}</p>
      <p>{t(`ends.${what}`)}</p>
    </Notice>
  )
}
