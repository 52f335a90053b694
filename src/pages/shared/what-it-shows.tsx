import { CircleCheck, CircleMinus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ReceiptReport } from '#rules/receipt-check.ts'
import { Card } from '#ui/card.tsx'

const NOT_SHOWN = ['who', 'many', 'ledger'] as const

/** What a checked receipt proves, which is said only if it does, and what no shared receipt can prove. */
export function WhatItShows({ report }: { report: ReceiptReport | null }) {
  const { t } = useTranslation('sharing')
  return (
    <Card className="flex flex-col gap-3 text-sm">
      {report?.verdict === 'holds' && (
        <>
          <h2 className="font-semibold">{t('page.proves')}</h2>
          <p className="flex items-start gap-2">
            <CircleCheck aria-hidden size={18} className="mt-0.5 shrink-0 text-brand-strong" />
            {t('page.result')}
          </p>
        </>
      )}
      <h2 className="font-semibold">{t('page.notShown')}</h2>
      <ul className="flex flex-col gap-1.5">
        {NOT_SHOWN.map((what) => (
          <li key={what} className="flex items-start gap-2">
            <CircleMinus aria-hidden size={18} className="mt-0.5 shrink-0 text-ink-3" />
            <span>{t(`page.${what}`)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
