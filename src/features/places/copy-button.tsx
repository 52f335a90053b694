import { useSetAtom } from 'jotai'
import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { copyText } from '#lib/copy-text.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { Button } from '#ui/button.tsx'

/** Copies a text, and reports whether that succeeded. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation('places')
  const toast = useSetAtom(showToastAtom)
  const copy = async (): Promise<void> => {
    const copied = await copyText(text)
    toast(
      copied
        ? { tone: 'good', text: t('office.copied') }
        : { tone: 'bad', text: t('office.copyFailed') },
    )
  }
  return (
    <Button variant="secondary" block onClick={() => void copy()}>
      <Copy aria-hidden size={18} className="shrink-0" />
      <span>{label}</span>
    </Button>
  )
}
