import { useTranslation } from 'react-i18next'
import { shareBps } from '#features/trust/share.ts'
import { useFormat } from '#i18n/use-format.ts'
import { breakEvenShare, losersShare, type OrderTerms, resultOf } from '#rules/odds.ts'
import { breakEvenRate, profitOf, WHOLE_BPS } from '#rules/payout.ts'
import { Card } from '#ui/card.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { ShareBar } from '#ui/share-bar.tsx'

const HUNDRED = 100
/** Right guesses per hundred: slightly worse than chance, and slightly better. */
const RIGHTS = [45, 55, 60]
const LONG_RUNS = [10, 100, 1_000]

/** What these terms mean over many orders. It leaves out nothing that speaks against ordering. */
export function OddsFigures({ terms }: { terms: OrderTerms }) {
  const { t } = useTranslation('trust')
  return (
    <div className="flex flex-col gap-4 pt-4">
      <OneOrder terms={terms} />
      <BreakEven terms={terms} />
      <Average terms={terms} />
      <Losers terms={terms} />
      <p className="text-xs text-ink-3">{t('odds.draws')}</p>
    </div>
  )
}

function OneOrder({ terms: { stake, rateBps } }: { terms: OrderTerms }) {
  const { t } = useTranslation('trust')
  const format = useFormat()
  return (
    <Card className="py-1">
      <dl className="divide-y divide-line/60">
        <ListRow label={t('odds.right')} value={format.signedMoney(profitOf(stake, rateBps))} />
        <ListRow label={t('odds.wrong')} value={format.signedMoney(-stake)} />
      </dl>
    </Card>
  )
}

function BreakEven({ terms }: { terms: OrderTerms }) {
  const { t } = useTranslation('trust')
  const format = useFormat()
  const { wins, of } = breakEvenShare(terms)
  return (
    <Card className="flex flex-col gap-2">
      <h2 className="font-semibold">{t('odds.evenTitle')}</h2>
      <p className="figures text-figure font-bold">
        {format.percentFromBps(breakEvenRate(terms.stake, terms.rateBps))}
      </p>
      <p className="text-sm">
        {t('odds.even', { wins: format.number(wins), of: format.number(of) })}
      </p>
      <p className="text-sm text-ink-2">{t('odds.evenWhy')}</p>
    </Card>
  )
}

function Average({ terms }: { terms: OrderTerms }) {
  const { t } = useTranslation('trust')
  const format = useFormat()
  const all = resultOf(terms, { wins: HUNDRED / 2, of: HUNDRED })
  const staked = terms.stake * BigInt(HUNDRED)
  return (
    <Card className="flex flex-col gap-2">
      <h2 className="font-semibold">{t('odds.averageTitle')}</h2>
      <p className="text-sm text-ink-2">{t('odds.average')}</p>
      <p className="figures text-figure font-bold">{format.signedMoney(all)}</p>
      <p className="figures text-sm text-ink-2">
        {t('odds.each', { rate: format.signedPercentFromBps(shareBps(all, staked)) })}
      </p>
      <dl className="divide-y divide-line/60">
        {RIGHTS.map((wins) => (
          <ListRow
            key={wins}
            label={t('odds.of100', { wins })}
            value={format.signedMoney(resultOf(terms, { wins, of: HUNDRED }))}
          />
        ))}
      </dl>
    </Card>
  )
}

function Losers({ terms }: { terms: OrderTerms }) {
  const { t } = useTranslation('trust')
  const format = useFormat()
  return (
    <Card className="flex flex-col gap-2">
      <h2 className="font-semibold">{t('odds.losersTitle')}</h2>
      <p className="text-sm text-ink-2">{t('odds.losers')}</p>
      <dl>
        {LONG_RUNS.map((orders) => {
          const share = losersShare(terms, orders)
          return (
            <ShareBar
              key={orders}
              label={t('odds.after', { orders: format.number(orders) })}
              value={format.percentFromBps(share)}
              part={share / WHOLE_BPS}
              tone="warn"
            />
          )
        })}
      </dl>
      <p className="text-sm">{t('odds.sure')}</p>
    </Card>
  )
}
