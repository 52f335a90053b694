import { FileArchive } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { downloadEverything } from '#contract/endpoints/records.ts'
import { buttonLook } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'

const PARTS = [
  'profile',
  'ledger',
  'orders',
  'cashier',
  'fund',
  'messages',
  'support',
  'acts',
  'logIns',
] as const

/** Downloads everything that is stored about the user as one file. */
export function EverythingCard() {
  const { t } = useTranslation('records')
  return (
    <div className="p-4">
      <Card className="flex flex-col gap-3">
        <h2 className="text-lg font-semibold">{t('everything.title')}</h2>
        <p className="text-sm text-ink-2">{t('everything.lead')}</p>
        <ul className="list-disc ps-5 text-sm">
          {PARTS.map((part) => (
            <li key={part}>{t(`everything.part.${part}`)}</li>
          ))}
        </ul>
        <p className="text-sm text-ink-2">{t('everything.missing')}</p>
        <p className="text-sm text-ink-2">{t('everything.size')}</p>
        <a href={`/api${downloadEverything.path}`} download className={buttonLook({ block: true })}>
          <FileArchive aria-hidden size={20} /> {t('everything.download')}
        </a>
      </Card>
    </div>
  )
}
