import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OWN_LIMIT_KINDS, type OwnLimitKind, type OwnLimits } from '#contract/limits.ts'
import { KINDS, limitOf } from '#features/limits/kinds.ts'
import { LimitSheet } from '#features/limits/limit-sheet.tsx'
import { useLimitWords } from '#features/limits/use-limit-words.ts'
import { limitAt } from '#rules/own-limits.ts'
import { NavRow, navRowLook } from '#ui/nav-row.tsx'
import { Section } from '#ui/section.tsx'

interface Props {
  limits: OwnLimits
  serverNow: number
}

/** The list of limits with their current and planned values. A tap opens a limit. */
export function LimitList({ limits, serverNow }: Props) {
  const { t } = useTranslation('limits')
  const [open, setOpen] = useState<OwnLimitKind | null>(null)
  const words = useLimitWords()
  return (
    <Section title={t('limits.title')} note={t('limits.note')}>
      {OWN_LIMIT_KINDS.map((kind) => {
        const { value, pending } = limitAt(limitOf(limits, kind), serverNow)
        return (
          <button
            key={kind}
            type="button"
            aria-haspopup="dialog"
            onClick={() => setOpen(kind)}
            className={navRowLook}
          >
            <NavRow
              icon={KINDS[kind].icon}
              label={t(`kinds.${kind}.title`)}
              state={<span className="figures">{words.value(kind, value)}</span>}
              {...(pending !== null && {
                hint: t('pending', {
                  value: words.value(kind, pending.value),
                  at: words.at(pending.at),
                }),
              })}
            />
          </button>
        )
      })}
      {open !== null && (
        <LimitSheet
          key={open}
          kind={open}
          limit={limitAt(limitOf(limits, open), serverNow)}
          serverNow={serverNow}
          onClose={() => setOpen(null)}
        />
      )}
    </Section>
  )
}
