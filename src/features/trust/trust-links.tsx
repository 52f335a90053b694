import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { NavRow, navRowLook } from '#ui/nav-row.tsx'
import { Section } from '#ui/section.tsx'

interface LinkProps {
  to: string
  icon: LucideIcon
  label: string
  /** Not a page of the app. */
  outside?: true
}

export function TrustLink({ to, icon, label, outside }: LinkProps) {
  const row = <NavRow icon={icon} label={label} />
  return (
    <li>
      {outside === true ? (
        <a href={to} className={navRowLook}>
          {row}
        </a>
      ) : (
        <Link to={to} className={navRowLook}>
          {row}
        </Link>
      )}
    </li>
  )
}

/** Links to further reading. */
export function TrustLinks({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section title={title}>
      <ul className="divide-y divide-line/60">{children}</ul>
    </Section>
  )
}
