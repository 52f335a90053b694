import {
  ArrowRight,
  Calculator,
  FlaskConical,
  Hand,
  type LucideIcon,
  Scale,
  SearchCheck,
} from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { newsPath } from '#lib/paths.ts'
import { sectionTitleLook } from '#ui/section.tsx'

type Key = 'rule' | 'steer' | 'check' | 'fund' | 'practice'
/** Each highlight with the article that explains it. */
const HIGHLIGHTS: readonly { key: Key; news: string; icon: LucideIcon }[] = [
  { key: 'rule', news: 'rule', icon: Scale },
  { key: 'steer', news: 'result', icon: Hand },
  { key: 'check', news: 'check', icon: SearchCheck },
  { key: 'fund', news: 'fund', icon: Calculator },
  { key: 'practice', news: 'practice', icon: FlaskConical },
]

/** What is different about this app, one card per point. Each card links to its explanation. */
export function Highlights() {
  const { t } = useTranslation('home')
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} className={`px-1 ${sectionTitleLook(true)}`}>
        {t('highlights.title')}
      </h2>
      <ul className="scroll-quiet -mx-4 flex snap-x snap-mandatory scroll-px-4 gap-3 overflow-x-auto px-4 pb-1">
        {HIGHLIGHTS.map(({ key, news, icon: Icon }) => (
          <li key={key} className="w-60 max-w-[85%] shrink-0 snap-start">
            <Link
              to={newsPath(news)}
              className="flex h-full flex-col gap-2 rounded-card border border-line/60 bg-surface p-4 shadow-card -outline-offset-2 active:bg-sunken"
            >
              <span className="flex size-9 items-center justify-center rounded-full bg-brand-soft text-brand-strong">
                <Icon aria-hidden size={18} />
              </span>
              <span className="font-semibold text-balance">{t(`highlights.${key}.title`)}</span>
              <span className="text-sm text-ink-2">{t(`highlights.${key}.text`)}</span>
              <span className="mt-auto flex items-center gap-1 pt-1 text-sm font-medium text-brand-strong">
                {t('highlights.read')}
                <ArrowRight aria-hidden size={14} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
