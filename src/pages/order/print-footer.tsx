import { useTranslation } from 'react-i18next'
import type { Share } from '#contract/sharing.ts'
import { shareLink } from '#features/orders/share/share-link.ts'
import { QrCode } from '#ui/qr-code.tsx'

/** On paper: where the result can be checked. For a receipt that is not shared, it is the page that checks its file. */
export function PrintFooter({ share }: { share: Pick<Share, 'code'> | null }) {
  const { t } = useTranslation('proof')
  const address = share === null ? `${location.origin}/fairtick-verify.html` : shareLink(share.code)
  const text = t(share === null ? 'print.file' : 'print.shared')
  return (
    <div className="hidden items-center gap-4 break-inside-avoid border-t border-line pt-4 print:flex">
      <div className="w-1/5 shrink-0">
        <QrCode text={address} label={text} />
      </div>
      <div className="flex min-w-0 flex-col gap-1 text-sm">
        <p>{text}</p>
        <p className="text-xs wrap-anywhere">{address}</p>
      </div>
    </div>
  )
}
