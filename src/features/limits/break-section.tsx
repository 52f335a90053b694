import { Hourglass, ShieldX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnLimits } from '#contract/limits.ts'
import { BreakSheet } from '#features/limits/break-sheet.tsx'
import type { BreakKind } from '#features/limits/breaks.ts'
import { NavRow, navRowLook } from '#ui/nav-row.tsx'
import { Section } from '#ui/section.tsx'

interface Props {
  limits: OwnLimits
  serverNow: number
}

/** The two kinds of break that a user can take. */
export function BreakSection({ limits, serverNow }: Props) {
  const { t } = useTranslation('limits')
  const [open, setOpen] = useState<BreakKind | null>(null)
  return (
    <Section title={t('break.title')} note={t('break.note')}>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen('time_out')}
        className={navRowLook}
      >
        <NavRow icon={Hourglass} label={t('break.time_out')} hint={t('break.timeOutHint')} />
      </button>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen('exclusion')}
        className={navRowLook}
      >
        <NavRow icon={ShieldX} label={t('break.exclusion')} hint={t('break.exclusionHint')} />
      </button>
      {open !== null && (
        <BreakSheet
          key={open}
          kind={open}
          until={limits[open]}
          serverNow={serverNow}
          onClose={() => setOpen(null)}
        />
      )}
    </Section>
  )
}
