import { LoaderCircle } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Spec section 2: nothing shows for the first 200 ms. */
const DELAY_MS = 200
const SLOW_MS = 10_000

export function LoadingPage() {
  const { t } = useTranslation('common', { useSuspense: false })
  const [shown, setShown] = useState<'nothing' | 'loading' | 'slow'>('nothing')
  useEffect(() => {
    const timers = [
      setTimeout(() => setShown('loading'), DELAY_MS),
      setTimeout(() => setShown('slow'), SLOW_MS),
    ]
    return () => timers.forEach(clearTimeout)
  }, [])
  if (shown === 'nothing') return null
  return (
    <div role="status" className="flex flex-col items-center gap-3 px-6 py-20 text-ink-2">
      <LoaderCircle aria-hidden size={28} className="animate-turn text-brand" />
      <p>{t('loading')}</p>
      {shown === 'slow' && <p className="text-sm text-ink-3">{t('loadingSlow')}</p>}
    </div>
  )
}
