import { useAtomValue, useSetAtom } from 'jotai'
import { Copy, Download, Link2Off, Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Refusal } from '#components/refusal.tsx'
import { appInfoAtom } from '#api/session.ts'
import type { Order } from '#contract/order.ts'
import type { Product } from '#contract/product.ts'
import type { OrderId } from '#contract/scalars.ts'
import type { Share } from '#contract/sharing.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import type { CardTexts } from '#features/orders/share/card-layout.ts'
import { cardTexts } from '#features/orders/share/card-texts.ts'
import { shareLink } from '#features/orders/share/share-link.ts'
import type { Shares } from '#features/orders/share/use-shares.ts'
import { useProductName } from '#i18n/product-name.ts'
import { languageOf } from '#i18n/setup.ts'
import { copyText } from '#lib/copy-text.ts'
import { receiptPath } from '#lib/paths.ts'
import { priceSourceOf } from '#i18n/price-source.ts'
import { saveFile } from '#lib/save-file.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { WithHelp } from '#ui/help.tsx'
import { inlineLinkLook } from '#ui/inline-link.ts'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'

interface PictureProps {
  order: Order
  product: Product
  /** The prices for the picture; null while they are read. */
  records: readonly TickRecord[] | null
}

/** Makes a picture and a code of one result, and says what is behind the code. */
export function SharePanel({ shares, ...subject }: PictureProps & { shares: Shares }) {
  const { order } = subject
  const { t } = useTranslation(['sharing', 'common'])
  const [stopping, setStopping] = useState<OrderId | null>(null)
  const toast = useSetAtom(showToastAtom)
  const share = shares.all?.find(({ orderId }) => orderId === order.id)
  const others = (shares.all ?? []).filter(({ orderId }) => orderId !== order.id)
  const stop = async (id: OrderId): Promise<void> => {
    setStopping(null)
    if (await shares.revoke(id)) toast({ tone: 'good', text: t('sharing:stopped') })
  }
  return (
    <div className="flex flex-col gap-3">
      <WithHelp help={<p>{t('sharing:inside')}</p>}>
        <p className="text-sm">{t('sharing:lead')}</p>
      </WithHelp>
      <Refusal error={shares.error} />
      {shares.all === null && shares.error === null && <Skeleton className="h-11" />}
      {shares.all !== null && share === undefined && (
        <Button busy={shares.busy} onClick={() => void shares.share(order.id)}>
          {t('sharing:create')}
        </Button>
      )}
      {share !== undefined && <SharedPicture {...subject} share={share} />}
      {share !== undefined && (
        <Button variant="danger" busy={shares.busy} onClick={() => setStopping(order.id)}>
          <Link2Off aria-hidden size={18} className="shrink-0" /> {t('sharing:stop')}
        </Button>
      )}
      {others.length > 0 && <Others others={others} shares={shares} onStop={setStopping} />}
      <ConfirmDialog
        open={stopping !== null}
        onClose={() => setStopping(null)}
        danger
        title={t('sharing:stopTitle')}
        text={t('sharing:stopText')}
        confirmLabel={t('sharing:stop')}
        onConfirm={() => stopping !== null && void stop(stopping)}
      />
    </div>
  )
}

interface Picture {
  /** Null while it is drawn. */
  file: File | null
  address: string | null
  /** This browser cannot draw. */
  failed: boolean
}
const NONE: Picture = { file: null, address: null, failed: false }

/** Draws the picture again whenever what is on it changes, and frees the one before. */
function usePicture(texts: CardTexts | null, link: string): Picture {
  const [picture, setPicture] = useState(NONE)
  const key = texts && JSON.stringify(texts)
  useEffect(() => {
    if (key === null) return
    let wanted = true
    let address: string | null = null
    const draw = async (): Promise<void> => {
      const { drawCard } = await import('#features/orders/share/draw-card.ts')
      const blob = wanted ? await drawCard(JSON.parse(key) as CardTexts, link) : null
      if (!wanted) return
      if (blob === null) return setPicture({ ...NONE, failed: true })
      address = URL.createObjectURL(blob)
      setPicture({
        file: new File([blob], 'fairtick.png', { type: blob.type }),
        address,
        failed: false,
      })
    }
    draw().catch(() => wanted && setPicture({ ...NONE, failed: true }))
    return () => {
      wanted = false
      if (address !== null) URL.revokeObjectURL(address)
    }
  }, [key, link])
  return picture
}

/** The picture with what can be done with it. */
function SharedPicture({ order, product, records, share }: PictureProps & { share: Share }) {
  const { t, i18n } = useTranslation(['sharing', 'orders', 'common'])
  const practice = useAtomValue(appInfoAtom)?.practice !== false
  const [amounts, showAmounts] = useState(false)
  const name = useProductName()(order.symbol)
  const language = languageOf(i18n)
  const link = shareLink(share.code)
  const subject = {
    order,
    product: { name, decimals: product.priceDecimals, source: priceSourceOf(product) },
    practice,
    amounts,
    host: location.host,
  }
  const texts = records && cardTexts({ ...subject, records }, t, language)
  const picture = usePicture(texts, link)
  const result = t(`orders:status.${order.status}`)
  return (
    <>
      <Preview picture={picture} label={t('sharing:picture', { product: name, result })} />
      <div className="-mx-4">
        <Switch
          label={t('sharing:amounts')}
          hint={t('sharing:amountsHint')}
          checked={amounts}
          onChecked={showAmounts}
        />
      </div>
      <Actions picture={picture} link={link} title={name} />
    </>
  )
}

function Preview({ picture, label }: { picture: Picture; label: string }) {
  const { t } = useTranslation('sharing')
  if (picture.failed) return <Notice tone="info">{t('noPicture')}</Notice>
  return (
    <div className="mx-auto aspect-[4/5] w-full max-w-80 overflow-hidden rounded-card">
      {picture.address === null ? (
        <div role="status" className="h-full">
          <span className="sr-only">{t('drawing')}</span>
          <Skeleton className="h-full rounded-none" />
        </div>
      ) : (
        <img
          src={picture.address}
          alt={label}
          width={1080}
          height={1350}
          className="h-auto w-full"
        />
      )}
    </div>
  )
}

/** Shares the picture with its link where the device can, otherwise the link alone. */
async function shareByDevice(file: File | null, link: string, title: string): Promise<boolean> {
  const files = file !== null && navigator.canShare?.({ files: [file] }) ? { files: [file] } : {}
  try {
    await navigator.share({ ...files, title, url: link })
    return true
  } catch (reason) {
    // Closing the share sheet is not an error.
    return reason instanceof DOMException && reason.name === 'AbortError'
  }
}

function Actions({ picture, link, title }: { picture: Picture; link: string; title: string }) {
  const { t } = useTranslation('sharing')
  const toast = useSetAtom(showToastAtom)
  const { file } = picture
  const copy = async (): Promise<void> => {
    const copied = await copyText(link)
    toast(copied ? { tone: 'good', text: t('copied') } : { tone: 'bad', text: t('copyFailed') })
  }
  const canShare = typeof navigator.share === 'function'
  const share = async (): Promise<void> => {
    if (!(await shareByDevice(file, link, title))) await copy()
  }
  return (
    <div className="grid gap-2">
      {canShare && (
        <Button onClick={() => void share()}>
          <Share2 aria-hidden size={18} className="shrink-0" /> {t('share')}
        </Button>
      )}
      {file !== null && (
        <Button
          variant={canShare ? 'secondary' : 'primary'}
          onClick={() => saveFile(file, file.name)}
        >
          <Download aria-hidden size={18} className="shrink-0" /> {t('save')}
        </Button>
      )}
      <Button variant="secondary" onClick={() => void copy()}>
        <Copy aria-hidden size={18} className="shrink-0" /> {t('copy')}
      </Button>
    </div>
  )
}

interface OthersProps {
  others: readonly Share[]
  shares: Shares
  onStop: (id: OrderId) => void
}

/** What else the user shares, so that everything that strangers can open is in one list. */
function Others({ others, shares, onStop }: OthersProps) {
  const { t } = useTranslation('sharing')
  return (
    <section className="flex flex-col gap-1">
      <h3 className="text-sm font-semibold">{t('others')}</h3>
      <ul className="divide-y divide-line/60">
        {others.map(({ orderId }) => (
          <li key={orderId} className="flex flex-wrap items-center justify-between gap-x-3">
            <Link to={receiptPath(orderId)} className={inlineLinkLook}>
              {t('other', { id: orderId })}
            </Link>
            <Button
              variant="danger"
              size="sm"
              disabled={shares.busy}
              aria-label={`${t('stop')}: ${t('other', { id: orderId })}`}
              onClick={() => onStop(orderId)}
            >
              {t('stop')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
