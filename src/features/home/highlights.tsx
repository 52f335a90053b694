import { Calculator, FlaskConical, Hand, type LucideIcon, Scale, SearchCheck } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { articlePath } from '#lib/paths.ts'
import { sectionTitleLook } from '#ui/section.tsx'

type Key = 'rule' | 'steer' | 'check' | 'fund' | 'practice'
/** Each highlight with the article that explains it. */
const HIGHLIGHTS: readonly { key: Key; help: string; icon: LucideIcon }[] = [
  { key: 'rule', help: 'rule', icon: Scale },
  { key: 'steer', help: 'result', icon: Hand },
  { key: 'check', help: 'check', icon: SearchCheck },
  { key: 'fund', help: 'fund', icon: Calculator },
  { key: 'practice', help: 'practice', icon: FlaskConical },
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
        {HIGHLIGHTS.map(({ key, help, icon: Icon }) => (
          <li key={key} className="max-w-full">
            <Link
              to={articlePath(help)}
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
