import { CircleHelp } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SupportQuestion, supportQuestion } from '#contract/support.ts'
import { Button } from '#ui/button.tsx'

interface Props {
  onAsk: (question: SupportQuestion) => void
}

/** Frequent questions that can be asked with one tap. */
export function QuestionChips({ onAsk }: Props) {
  const { t } = useTranslation('support')
  return (
    <ul aria-label={t('questions.show')} className="flex flex-wrap gap-2">
      {supportQuestion.options.map((question) => (
        <li key={question} className="min-w-0">
          <button
            type="button"
            onClick={() => onAsk(question)}
            className="min-h-touch rounded-full border border-line bg-surface px-4 py-1.5 text-start text-sm -outline-offset-2 active:bg-sunken"
          >
            {t(`question.${question}`)}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The same questions behind a button, above the message field. */
export function QuestionDrawer({ onAsk }: Props) {
  const { t } = useTranslation('support')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        className="self-start"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <CircleHelp aria-hidden size={18} className="shrink-0" />
        <span>{t(open ? 'questions.hide' : 'questions.show')}</span>
      </Button>
      {open && (
        <div className="max-h-[38dvh] overflow-y-auto overscroll-contain pb-1">
          <QuestionChips
            onAsk={(question) => {
              setOpen(false)
              onAsk(question)
            }}
          />
        </div>
      )}
    </>
  )
}
