import { useTranslation } from 'react-i18next'
import type { FrozenState } from '#contract/frozen.ts'
import { useFormat } from '#i18n/use-format.ts'
import { spanTexts } from '#i18n/span-texts.ts'
import { Notice } from '#ui/notice.tsx'

export interface FrozenNoteProps {
  /** What is frozen: an open order, a settled one, a deposit or withdrawal, or all of the user's data. */
  what: 'open' | 'settled' | 'document' | 'account'
  state: FrozenState
}

/** What it means that something is frozen, and how it ends; afterwards, how it ended. */
export function FrozenNote({ what, state: { since, end } }: FrozenNoteProps) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  if (end !== null) {
    const { from, to } = spanTexts(format, since, end.at)
    const times = { since: from, time: to }
    return (
      <Notice tone="info">
        {end.amount === null
          ? t('frozen.lifted', times)
          : t('frozen.compensated', { ...times, amount: format.money(end.amount) })}
      </Notice>
    )
  }
  return (
    <Notice tone="info">
      <p className="font-semibold">{t('frozen.title')}</p>
      <p className="text-xs">{t('frozen.since', { time: format.dateTime(since) })}</p>
      <p className="mt-1">{t(`frozen.what.${what}`)}</p>
      <p className="mt-2 font-semibold">{t('frozen.how')}</p>
      <p>{t(`frozen.ends.${what}`)}</p>
    </Notice>
  )
}
