import { ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSafetyWord } from '#features/messages/safety-word.tsx'
import { SafetyWordSheet } from '#features/messages/safety-word-sheet.tsx'
import { NavRow, navRowLook } from '#ui/nav-row.tsx'
import { Section } from '#ui/section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

interface Props {
  open: boolean
  onOpen: (open: boolean) => void
}

/** In the settings: the word that appears on every official message, and what it is for. */
export function SafetyWordSection({ open, onOpen }: Props) {
  const { t } = useTranslation('messages')
  const word = useSafetyWord()
  return (
    <Section title={t('word.title')} note={t('word.have')}>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => onOpen(true)}
        className={navRowLook}
      >
        <NavRow
          icon={ShieldCheck}
          label={t('word.label')}
          state={word === undefined ? <Skeleton className="h-4 w-16" /> : (word ?? t('word.none'))}
        />
      </button>
      {word !== undefined && (
        <SafetyWordSheet open={open} onClose={() => onOpen(false)} word={word} />
      )}
    </Section>
  )
}
