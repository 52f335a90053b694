import { FlaskConical, Scale, SearchCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '#ui/card.tsx'

const PROMISES = ['practice', 'rule', 'check'] as const
const ICONS = { practice: FlaskConical, rule: Scale, check: SearchCheck } as const

/** The texts of the page, by their keys. */
export type WelcomeText = (
  key: 'title' | 'lead' | 'practice.text' | `${(typeof PROMISES)[number]}.title`,
) => string

interface Props {
  text: WelcomeText
  /** The product itself: an order on live prices. */
  example: ReactNode
  /** What there is to do, in view at once. */
  buttons: ReactNode
  children?: ReactNode
}

/** What the welcome page says. Without the app's state, so that the build can render it. */
export function WelcomeFrame({ text, example, buttons, children }: Props) {
  return (
    <div className="flex flex-1 flex-col gap-4 px-4 pt-2">
      <div className="flex flex-col gap-2">
        <p className="text-figure font-bold text-balance">{text('title')}</p>
        <p className="text-ink-2">{text('lead')}</p>
      </div>
      {/* It keeps its place while the prices are loaded. */}
      <div className="rounded-card border border-line/60 bg-surface p-3 shadow-card">
        <div className="relative pb-10">
          <div className="aspect-[320/90]" />
          <div className="absolute inset-0">{example}</div>
        </div>
      </div>
      {buttons}
      <Card>
        <ul className="flex flex-col gap-4">
          {PROMISES.map((key) => {
            const Icon = ICONS[key]
            return (
              <li key={key} className="flex gap-3">
                <Icon aria-hidden size={22} className="mt-0.5 shrink-0 text-brand" />
                <div>
                  <p className="font-semibold">{text(`${key}.title`)}</p>
                  {key === 'practice' && (
                    <p className="text-sm text-ink-2">{text('practice.text')}</p>
                  )}
                </div>
              </li>
            )
          })}
        </ul>
      </Card>
      {children}
    </div>
  )
}
