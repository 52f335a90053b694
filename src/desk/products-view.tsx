import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod/mini'
import { Refusal } from '#components/refusal.tsx'
import type { Answer, ApiError } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import type { deskProduct } from '#contract/desk.ts'
import { deskProducts, haltProduct, resumeProduct } from '#contract/endpoints/desk.ts'
import { ListEnd, ListTop } from '#desk/list-parts.tsx'
import { usePages } from '#desk/use-pages.ts'
import { VenuesPanel } from '#desk/venues-panel.tsx'
import { useFormat } from '#i18n/use-format.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'

type DeskProduct = z.output<typeof deskProduct>
type Move = 'drain' | 'resume'

const TONES = { open: 'good', draining: 'info', halted: 'warn' } as const
const MOVES: Record<DeskProduct['state'], readonly Move[]> = {
  open: ['drain'],
  draining: ['resume'],
  halted: ['resume'],
}

const products = async () => {
  const answer = await call(deskProducts, {})
  if (!answer.ok) return answer
  return { ok: true, value: { items: answer.value.products, next: null } } as const
}

function run(move: Move, symbol: DeskProduct['symbol']): Promise<Answer<DeskProduct>> {
  const params = { symbol }
  return call(move === 'resume' ? resumeProduct : haltProduct, { params, body: {} })
}

/** Maintenance of products, which applies to all customers alike. */
export function ProductsView({ revision }: { revision: number }) {
  const { t } = useTranslation('desk')
  const pages = usePages<DeskProduct, never>({ key: 'products', revision, load: products })
  const [asking, ask] = useState<{ product: DeskProduct; move: Move } | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const [busy, setBusy] = useState(false)
  const act = async (move: Move, { symbol }: DeskProduct): Promise<void> => {
    ask(null)
    setBusy(true)
    const answer = await run(move, symbol)
    setBusy(false)
    setError(answer.ok ? null : answer.error)
    pages.reload()
  }
  return (
    <section aria-label={t('tabs.products')} className="max-w-3xl">
      <VenuesPanel />
      <ListTop pages={pages}>
        <p className="text-sm text-ink-2">{t('maintenance.hint')}</p>
      </ListTop>
      <Refusal error={error} />
      <ul className="flex flex-col divide-y divide-line">
        {pages.items.map((product) => (
          <ProductLine
            key={product.symbol}
            product={product}
            busy={busy}
            onMove={(move) => ask({ product, move })}
          />
        ))}
      </ul>
      <ListEnd pages={pages} />
      {asking !== null && (
        <ConfirmDialog
          open
          onClose={() => ask(null)}
          title={t(`maintenance.ask.${asking.move}`, { symbol: asking.product.symbol })}
          text={t(`maintenance.says.${asking.move}`)}
          confirmLabel={t(`maintenance.${asking.move}`)}
          onConfirm={() => void act(asking.move, asking.product)}
        />
      )}
    </section>
  )
}

interface LineProps {
  product: DeskProduct
  busy: boolean
  onMove: (move: Move) => void
}

function ProductLine({ product, busy, onMove }: LineProps) {
  const { t } = useTranslation('desk')
  const format = useFormat()
  const { symbol, state, since, haltsAt, ticksAside } = product
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span className="w-24 font-semibold">{symbol}</span>
      <Badge tone={TONES[state]}>{t(`maintenance.state.${state}`)}</Badge>
      <span className="figures min-w-32 flex-1 text-sm text-ink-2">
        {since !== null && <span>{format.dateTime(since)}</span>}
        {haltsAt !== null && (
          <span className="block text-xs">
            {t('maintenance.haltsAt', { time: format.time(haltsAt) })}
          </span>
        )}
        {ticksAside > 0 && (
          <span className="block text-xs text-danger">
            {t('maintenance.aside', { count: ticksAside })}
          </span>
        )}
      </span>
      <span className="flex gap-2">
        {MOVES[state].map((move) => (
          <Button
            key={move}
            size="sm"
            variant="secondary"
            disabled={busy}
            aria-label={`${t(`maintenance.${move}`)}: ${symbol}`}
            onClick={() => onMove(move)}
          >
            {t(`maintenance.${move}`)}
          </Button>
        ))}
      </span>
    </li>
  )
}
