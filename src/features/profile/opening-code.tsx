import { useAtomValue, useSetAtom } from 'jotai'
import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { copyText } from '#lib/copy-text.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { topicAtom } from '#streams'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** The code with which others can register, and the number of users who did. */
export function OpeningCode() {
  const { t } = useTranslation('user')
  const live = useAtomValue(topicAtom('profile'))
  const profile = 'value' in live ? live.value : null
  const toast = useSetAtom(showToastAtom)
  const copy = async (code: string): Promise<void> => {
    const copied = await copyText(code)
    toast(
      copied ? { tone: 'good', text: t('code.copied') } : { tone: 'bad', text: t('code.failed') },
    )
  }
  const invitedText = (count: number): string =>
    count === 0 ? t('code.nobody') : t('code.invited', { count })
  return (
    <Card aria-label={t('code.title')}>
      <p className="text-sm text-ink-2">{t('code.title')}</p>
      {profile === null ? (
        <Skeleton className="h-11 w-full" />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <p className="figures text-lg font-bold [letter-spacing:0.05em] select-all">
            {profile.openingCode}
          </p>
          <Button variant="secondary" size="sm" onClick={() => void copy(profile.openingCode)}>
            <Copy aria-hidden size={16} />
            {t('code.copy')}
          </Button>
        </div>
      )}
      <p className="mt-1 text-xs text-ink-3">
        {t('code.hint')} {profile !== null && <span>{invitedText(profile.invited)}</span>}
      </p>
    </Card>
  )
}
