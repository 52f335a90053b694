import { useSetAtom } from 'jotai'
import { Share2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { copyText } from '#lib/copy-text.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { Button } from '#ui/button.tsx'

/** Shares this page's address: through the device's share sheet if there is one, otherwise as a copied link. */
export function ShareArticle({ title }: { title: string }) {
  const { t } = useTranslation('home')
  const toast = useSetAtom(showToastAtom)
  const copy = async (): Promise<void> => {
    const copied = await copyText(location.href)
    toast(
      copied
        ? { tone: 'good', text: t('articles.copied') }
        : { tone: 'bad', text: t('articles.copyFailed') },
    )
  }
  const share = async (): Promise<void> => {
    if (typeof navigator.share !== 'function') return copy()
    try {
      await navigator.share({ title, url: location.href })
    } catch (reason) {
      // Closing the share sheet is not an error.
      if (!(reason instanceof DOMException && reason.name === 'AbortError')) await copy()
    }
  }
  return (
    <Button variant="secondary" size="sm" onClick={() => void share()}>
      <Share2 aria-hidden size={16} /> {t('articles.share')}
    </Button>
  )
}
