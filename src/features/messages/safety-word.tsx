import { useAtomValue } from 'jotai'
import { ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { topicAtom } from '#streams'

/** Null when none is set; undefined while it is not known. */
export function useSafetyWord(): string | null | undefined {
  const profile = useAtomValue(topicAtom('profile'))
  return 'value' in profile ? profile.value.safetyWord : undefined
}

/** The mark of a message that really comes from this platform. */
export function SafetyWordMark({ word }: { word: string }) {
  const { t } = useTranslation('messages')
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1 rounded-full bg-brand-soft px-2 py-0.5 text-xs font-medium text-brand-strong">
      <ShieldCheck aria-hidden size={12} className="shrink-0" />
      <span className="sr-only">{t('word.on', { word })}</span>
      <bdi aria-hidden className="truncate">
        {word}
      </bdi>
    </span>
  )
}
