import { CircleHelp } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SupportQuestion, supportQuestion } from '#contract/support.ts'
import { Button } from '#ui/button.tsx'

interface Props {
  /** They stand open at first: nothing has been said yet. */
  open: boolean
  onAsk: (question: SupportQuestion) => void
}

/** Frequent questions to be asked with one tap. */
export function QuestionChips({ open: atFirst, onAsk }: Props) {
  const { t } = useTranslation('support')
  const [chosen, setChosen] = useState<boolean | null>(null)
  const open = chosen ?? atFirst
  const ask = (question: SupportQuestion): void => {
    setChosen(false)
    onAsk(question)
  }
  return (
    <div className="flex flex-col gap-2">
      <Button
        variant="quiet"
        size="sm"
        className="self-start"
        aria-expanded={open}
        onClick={() => setChosen(!open)}
      >
        <CircleHelp aria-hidden size={18} className="shrink-0" />
        {t(open ? 'questions.hide' : 'questions.show')}
      </Button>
      {open && (
        <ul aria-label={t('questions.show')} className="flex flex-wrap gap-2">
          {supportQuestion.options.map((question) => (
            <li key={question} className="min-w-0">
              <button
                type="button"
                onClick={() => ask(question)}
                className="min-h-touch rounded-full border border-line bg-surface px-4 py-1.5 text-start text-sm active:bg-sunken"
              >
                {t(`question.${question}`)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
