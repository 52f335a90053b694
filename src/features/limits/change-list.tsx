import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { getOwnLimits } from '#contract/endpoints/limits.ts'
import type { OwnLimitChange } from '#contract/limits.ts'
import { wholeLimit } from '#features/limits/kinds.ts'
import { useLimitText } from '#features/limits/use-limit-text.ts'
import { useFetched } from '#data/use-fetched.ts'
import { Notice } from '#ui/notice.tsx'
import { Section } from '#ui/section.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'

/** The history of changes, newest first, which is append-only. It is read again with each `version` of the limits. */
export function ChangeList({ version }: { version: number }) {
  const { t } = useTranslation('limits')
  const { fetched, reload } = useFetched(() => call(getOwnLimits, {}))
  useEffect(() => {
    // Version 0 means that nothing was ever changed, so there is nothing to read.
    if (version > 0) reload()
  }, [version, reload])
  if (fetched.status === 'failed') return <Notice tone="bad">{t('history.failed')}</Notice>
  return (
    <Section title={t('history.title')}>
      {fetched.status === 'loading' && <SkeletonRows className="h-14" count={2} />}
      {fetched.status === 'ready' && <Lines changes={fetched.value.changes} />}
    </Section>
  )
}

function Lines({ changes }: { changes: readonly OwnLimitChange[] }) {
  const { t } = useTranslation('limits')
  if (changes.length === 0)
    return <p className="px-4 py-3 text-sm text-ink-2">{t('history.none')}</p>
  return (
    <ul className="divide-y divide-line/60">
      {changes.map((change) => (
        <li key={change.id} className="px-4 py-2.5">
          <Line change={change} />
        </li>
      ))}
    </ul>
  )
}

function Line({ change }: { change: OwnLimitChange }) {
  const words = useLimitText()
  const { name, what, when } = useChangeText(change)
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-3 text-sm">
        <span className="font-medium">{name}</span>
        <span className="figures">{what}</span>
      </p>
      <p className="figures flex flex-wrap justify-between gap-x-3 text-xs text-ink-3">
        <time dateTime={new Date(change.at).toISOString()}>{words.at(change.at)}</time>
        <span>{when}</span>
      </p>
    </>
  )
}

function useChangeText(change: OwnLimitChange) {
  const { t } = useTranslation('limits')
  const words = useLimitText()
  if ('until' in change) {
    const { kind, until } = change
    return { name: t(`break.${kind}`), what: t('history.until', { at: words.at(until) }), when: '' }
  }
  const { kind } = change
  const { value, pending } = wholeLimit(change)
  const name = t(`kinds.${kind}.title`)
  if (pending === null) return { name, what: words.value(kind, value), when: '' }
  return {
    name,
    what: t('history.asked', { value: words.value(kind, pending.value) }),
    when: t('history.from', { at: words.at(pending.at) }),
  }
}
