import { useAtomValue } from 'jotai'
import { Hourglass, ShieldX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OWN_LIMIT_KINDS, type OwnLimitKind, type OwnLimits } from '#contract/limits.ts'
import { BreakSheet } from '#features/limits/break-sheet.tsx'
import type { BreakKind } from '#features/limits/breaks.ts'
import { ChangeList } from '#features/limits/change-list.tsx'
import { KINDS, limitOf } from '#features/limits/kinds.ts'
import { LimitSheet } from '#features/limits/limit-sheet.tsx'
import { useLimitText } from '#features/limits/use-limit-text.ts'
import { useServerNow } from '#data/use-server-now.ts'
import { limitAt, pausedUntil } from '#rules/own-limits.ts'
import { topicAtom } from '#streams'
import { WithHelp } from '#ui/help.tsx'
import { NavRow, navRowLook } from '#ui/nav-row.tsx'
import { Notice } from '#ui/notice.tsx'
import { Section } from '#ui/section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** All limits and breaks that users set for themselves, live. */
export function OwnLimitsView() {
  const { t } = useTranslation('limits')
  const live = useAtomValue(topicAtom('limits'))
  if ('value' in live) return <Known limits={live.value} />
  if (live.status === 'failed') return <Notice tone="bad">{t('failed')}</Notice>
  return (
    <div aria-hidden className="flex flex-col gap-5">
      <Skeleton className="h-12" />
      <Skeleton className="h-72 rounded-card" />
      <Skeleton className="h-28 rounded-card" />
    </div>
  )
}

interface Props {
  limits: OwnLimits
  serverNow: number
}

/** The list of limits with their current and planned values. A tap opens a limit. */
function LimitList({ limits, serverNow }: Props) {
  const { t } = useTranslation('limits')
  const [open, setOpen] = useState<OwnLimitKind | null>(null)
  const words = useLimitText()
  return (
    <Section title={t('limits.title')} help={<p>{t('limits.note')}</p>}>
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

/** The two kinds of break that a user can take. */
function BreakSection({ limits, serverNow }: Props) {
  const { t } = useTranslation('limits')
  const [open, setOpen] = useState<BreakKind | null>(null)
  return (
    <Section title={t('break.title')} note={t('break.note')} help={<p>{t('break.more')}</p>}>
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

/** A column on a large screen. */
const PART = 'flex flex-col gap-5'

function Known({ limits }: { limits: OwnLimits }) {
  const { t } = useTranslation('limits')
  const words = useLimitText()
  const serverNow = useServerNow()
  const until = pausedUntil(limits, serverNow)
  return (
    <>
      <div className={PART}>
        {until !== null && (
          <Notice tone="info">{t('break.running', { until: words.at(until) })}</Notice>
        )}
        <WithHelp help={<p>{t('own')}</p>}>
          <p className="text-sm text-ink-2">{t('lead')}</p>
        </WithHelp>
        <LimitList limits={limits} serverNow={serverNow} />
      </div>
      <div className={PART}>
        <BreakSection limits={limits} serverNow={serverNow} />
        <ChangeList version={limits.version} />
      </div>
    </>
  )
}
