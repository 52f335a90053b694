import { Calculator, FlaskConical, Hand, type LucideIcon, Scale, SearchCheck } from 'lucide-react'
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

/** What is different about this app, in a few words each. The articles behind them explain it. */
export function Highlights() {
  const { t } = useTranslation('home')
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} className={`px-1 ${sectionTitleLook(true)}`}>
        {t('highlights.title')}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {HIGHLIGHTS.map(({ key, news, icon: Icon }) => (
          <li key={key} className="max-w-full">
            <Link
              to={newsPath(news)}
              className="flex min-h-touch items-center gap-2 rounded-full border border-line/60 bg-surface ps-3 pe-4 text-sm -outline-offset-2 active:bg-sunken"
            >
              <Icon aria-hidden size={16} className="shrink-0 text-brand-strong" />
              <span className="min-w-0">{t(`highlights.${key}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
