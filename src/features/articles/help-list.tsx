import {
  Calculator,
  ChevronRight,
  FlaskConical,
  Flag,
  KeyRound,
  type LucideIcon,
  Scale,
  SearchCheck,
  SlidersHorizontal,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { HelpId, HelpItem } from '#features/articles/help.ts'
import { articlePath } from '#lib/paths.ts'
import { Section } from '#ui/section.tsx'

const ICONS: Record<HelpId, LucideIcon> = {
  rule: Scale,
  result: Flag,
  check: SearchCheck,
  fund: Calculator,
  practice: FlaskConical,
  limits: SlidersHorizontal,
  password: KeyRound,
}

interface Props {
  title: string
  items: readonly HelpItem[]
  action?: ReactNode
}

/** A list of articles with their topics. */
export function HelpList({ title, items, action }: Props) {
  return (
    <Section strong title={title} action={action}>
      <ul className="divide-y divide-line/60">
        {items.map((item) => (
          <li key={item.id}>
            <HelpRow item={item} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function HelpRow({ item }: { item: HelpItem }) {
  const { t } = useTranslation('home')
  const Icon = ICONS[item.id]
  return (
    <Link
      to={articlePath(item.id)}
      className="flex items-start gap-3 px-4 py-3 -outline-offset-2 active:bg-sunken"
    >
      <span className="mt-0.5 flex size-9 shrink-0 items-center justify-center rounded-xl bg-brand-soft text-brand-strong">
        <Icon aria-hidden size={18} />
      </span>
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="font-semibold">{t(`help.items.${item.id}.title`)}</span>
        <span className="text-sm text-ink-2">{t(`help.items.${item.id}.lead`)}</span>
      </span>
      <ChevronRight aria-hidden size={18} className="mt-2.5 shrink-0 text-ink-3" />
    </Link>
  )
}
