import { useTranslation } from 'react-i18next'
import { CREDIT_POINTS, type CreditScore } from '#rules/credit-score.ts'
import { Sheet } from '#ui/sheet.tsx'

interface Props {
  open: boolean
  onClose: () => void
  score: CreditScore
}

const MOST = Object.values(CREDIT_POINTS).reduce((sum, points) => sum + points, 0)

/** The credit score with its parts: what counts, the progress, and the points. */
export function ScoreSheet({ open, onClose, score }: Props) {
  const { t } = useTranslation(['user', 'common'])
  return (
    <Sheet open={open} onClose={onClose} title={t('user:score.title')}>
      <div className="flex flex-col gap-4 py-2">
        <p className="figures text-figure font-bold">
          {t('user:score.of', { points: score.score, maximum: MOST })}
        </p>
        <p className="text-sm text-ink-2">{t('user:score.lead')}</p>
        <ul className="flex flex-col gap-4">
          {score.parts.map((part) => (
            <li key={part.part}>
              <Part part={part} />
            </li>
          ))}
        </ul>
      </div>
    </Sheet>
  )
}

function Part({ part }: { part: CreditScore['parts'][number] }) {
  const { t } = useTranslation('user')
  const { points, outOf, value, fullAt } = part
  const name = t(`score.${part.part}.title`)
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <p className="font-medium">{name}</p>
        <p className="figures shrink-0 text-sm text-ink-2">
          {t('score.of', { points, maximum: outOf })}
        </p>
      </div>
      <div
        role="meter"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={outOf}
        aria-valuenow={points}
        className="my-1.5 h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full rounded-full bg-brand"
          style={{ width: `${(points / outOf) * 100}%` }}
        />
      </div>
      <p className="text-xs text-ink-3">
        {part.part === 'identity'
          ? t(value > 0 ? 'score.identity.done' : 'score.identity.open')
          : t(`score.${part.part}.rule`, { count: value, full: fullAt })}
      </p>
    </>
  )
}
