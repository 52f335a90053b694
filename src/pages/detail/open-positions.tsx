import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { AsOf } from '#components/as-of.tsx'
import { PATHS } from '#lib/paths.ts'
import { topicAtom } from '#streams'

/** The way to the user's orders. The open ones are shown above the order buttons. */
export function OpenPositions() {
  const { t } = useTranslation('orders')
  const positions = useAtomValue(topicAtom('positions'))
  return (
    <section className="flex flex-col px-4 trade:hidden">
      <div className="flex min-h-touch items-center justify-between gap-4">
        <h2 className="font-semibold">
          <Link
            to={`${PATHS.orders}?tab=open`}
            className="inline-flex min-h-touch items-center text-brand-strong"
          >
            {t('myPositions')}
          </Link>
        </h2>
        <Link
          to={`${PATHS.orders}?tab=all`}
          className="inline-flex min-h-touch items-center text-sm text-brand-strong"
        >
          {t('tabs.all')}
        </Link>
      </div>
      <AsOf live={positions} />
    </section>
  )
}
