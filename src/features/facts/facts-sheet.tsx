import { Braces, ClipboardCheck, type LucideIcon, Scale } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Product } from '#contract/product.ts'
import { ReplayNote } from '#components/replay-note.tsx'
import { VenuesLine } from '#components/venues/venues-line.tsx'
import { HoursSection } from '#features/facts/hours-section.tsx'
import { TermsSection } from '#features/facts/terms-section.tsx'
import { useFormat } from '#i18n/use-format.ts'
import { useProductName } from '#i18n/product-name.ts'
import { oddsPath, trustPath } from '#lib/paths.ts'
import { NavRow, navRowLook } from '#ui/nav-row.tsx'
import { Sheet } from '#ui/sheet.tsx'

/** The products that have a sentence of their own. */
const SINGLE = [
  'GC',
  'SI',
  'USOIL',
  'UKOIL',
  'NG',
  'HG',
  'ES',
  'NQ',
  'XAUUSD',
  'XAUUSDT',
  'XAGUSDT',
  'CLUSDT',
  'BZUSDT',
  'XAUTUSDT',
] as const
/** Traded like a currency, without being one, and like a coin, with an issuer. */
const NOT_OF_ITS_CLASS = ['XAUUSD', 'XAUTUSDT']
const CODE_LENGTH = 3

/** What the product's price is the price of. */
function useMeaning({ symbol, class: kind, quoteCurrency: quote }: Product): string | null {
  const { t } = useTranslation('facts')
  const name = useProductName()(symbol)
  const single = SINGLE.find((each) => each === symbol)
  if (single !== undefined) return t(`single.${single}`)
  if (kind === 'forex') return t('pair', { base: symbol.slice(0, CODE_LENGTH), quote })
  return kind === 'virtual' ? t('coin', { name, quote }) : null
}

function Meaning({ product }: { product: Product }) {
  const { t } = useTranslation('facts')
  const name = useProductName()(product.symbol)
  const meaning = useMeaning(product)
  return (
    <section className="flex flex-col gap-2 text-sm">
      <p className="text-base font-semibold">
        <span>{name}</span> <span className="font-normal text-ink-3">{product.symbol}</span>
      </p>
      {meaning !== null && <p>{meaning}</p>}
      {product.terms.index?.perpetual === true ? (
        <Perpetual />
      ) : (
        !NOT_OF_ITS_CLASS.includes(product.symbol) && <p>{t(`classes.${product.class}`)}</p>
      )}
      <p>{t('nature')}</p>
      {product.source === 'simulated' && <p>{t('simulated')}</p>}
      <ReplayNote product={product} />
      {product.source === 'live' && <RealPrices product={product} />}
      {product.source === 'dealer' && <VenuesLine product={product} />}
    </section>
  )
}

/** What a perpetual contract is, that it rolls, and why it is closed at weekends. */
function Perpetual() {
  const { t } = useTranslation('facts')
  return (
    <>
      <p>{t('perpetual.what')}</p>
      <p>{t('perpetual.roll')}</p>
      <p>{t('perpetual.hours')}</p>
    </>
  )
}

function RealPrices({ product }: { product: Product }) {
  const { t } = useTranslation('venues')
  const format = useFormat()
  const { logStartsAt } = product
  return (
    <>
      <p>{t('real')}</p>
      {logStartsAt !== undefined && (
        <p className="text-ink-2">{t('before', { time: format.dateClock(logStartsAt) })}</p>
      )}
      <VenuesLine product={product} />
    </>
  )
}

interface RowProps {
  icon: LucideIcon
  label: string
  hint?: string
}

function Links({ symbol }: { symbol: string }) {
  const { t } = useTranslation(['facts', 'tabs'])
  const row = (props: RowProps): ReactNode => <NavRow {...props} />
  return (
    <section>
      <h3 className="text-base font-semibold">{t('facts:links.title')}</h3>
      <ul className="-mx-4 divide-y divide-line/60">
        <li>
          <a href={`/api/ticks/${encodeURIComponent(symbol)}`} className={navRowLook}>
            {row({
              icon: Braces,
              label: t('facts:links.history'),
              hint: t('facts:links.historyHint'),
            })}
          </a>
        </li>
        <li>
          <Link to={trustPath(symbol)} className={navRowLook}>
            {row({ icon: ClipboardCheck, label: t('tabs:pages.trust') })}
          </Link>
        </li>
        <li>
          <Link to={oddsPath(symbol)} className={navRowLook}>
            {row({ icon: Scale, label: t('tabs:pages.odds') })}
          </Link>
        </li>
      </ul>
    </section>
  )
}

interface Props {
  product: Product
  open: boolean
  onClose: () => void
}

/** What a product is, when it can be traded, and under which terms. */
export function FactsSheet({ product, open, onClose }: Props) {
  const { t } = useTranslation(['facts', 'common'])
  return (
    <Sheet roomy open={open} onClose={onClose} title={t('facts:title')}>
      <div className="flex flex-col gap-6 pt-1">
        <Meaning product={product} />
        <HoursSection product={product} />
        <TermsSection product={product} />
        <Links symbol={product.symbol} />
      </div>
    </Sheet>
  )
}
