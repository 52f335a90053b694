import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSafetyWord } from '#features/messages/safety-word.tsx'
import { SafetyWordSheet } from '#features/messages/safety-word-sheet.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Above the messages: how to recognise a genuine one. */
export function SafetyWordCard() {
  const { t } = useTranslation('messages')
  const word = useSafetyWord()
  const [open, setOpen] = useState(false)
  return (
    <Card className="mx-4 mb-2 flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <ShieldCheck aria-hidden size={28} strokeWidth={1.75} className="shrink-0 text-brand" />
        <div className="min-w-28 flex-1">
          <p className="text-xs text-ink-2">{t('word.title')}</p>
          {word === undefined ? (
            <Skeleton className="my-1 h-5 w-24" />
          ) : (
            <p className="text-lg font-bold break-words">
              <bdi>{word ?? t('word.none')}</bdi>
            </p>
          )}
        </div>
        <Button
          variant="secondary"
          size="sm"
          onClick={() => setOpen(true)}
          disabled={word === undefined}
        >
          {t(word == null ? 'word.set' : 'word.change')}
        </Button>
      </div>
      <p className="text-xs text-ink-2">{t(word == null ? 'word.lead' : 'word.have')}</p>
      {word !== undefined && (
        <SafetyWordSheet open={open} onClose={() => setOpen(false)} word={word} />
      )}
    </Card>
  )
}
