import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { userAtom } from '#api/session.ts'
import { LanguageList } from '#features/settings/language-list.tsx'
import { languageOf } from '#i18n/setup.ts'
import type { Product } from '#contract/product.ts'
import { productsAtom } from '#data/products.ts'
import type { Resource } from '#data/resource.ts'
import { FIRST_SYMBOL, PATHS, productPath } from '#lib/paths.ts'
import { frameLater } from '#lib/later.tsx'
import { chosenLanguageAtom } from '#device/preferences.ts'
import { buttonLook } from '#ui/button.tsx'
import { WelcomeFrame } from '#features/home/welcome-frame.tsx'
import { isolated } from '#rules/deceptive-text.ts'

const ExampleOrder = frameLater(async () => (await import('./example-order.tsx')).ExampleOrder)

/** What this app is, and the buttons to log in or register. */
export function WelcomePage() {
  const { t, i18n } = useTranslation(['identity', 'common'])
  const choose = useSetAtom(chosenLanguageAtom)
  const product = triedOf(useAtomValue(productsAtom))
  return (
    <WelcomeFrame
      text={(key) => t(`identity:welcome.${key}`)}
      example={product && <ExampleOrder product={product} />}
      buttons={<Entries symbol={product?.symbol ?? FIRST_SYMBOL} />}
    >
      <div>
        <h2 className="text-sm font-medium text-ink-2">{t('common:language')}</h2>
        <LanguageList
          label={t('common:language')}
          selected={languageOf(i18n)}
          onSelect={choose}
          row
        />
      </div>
    </WelcomeFrame>
  )
}

/** A product that can be traded now, the one that is always open if possible. */
function triedOf(products: Resource<{ products: readonly Product[] }>): Product | undefined {
  const all = products.status === 'ready' ? products.value.products : []
  const open = all.filter(({ session }) => session.state === 'open')
  return open.find(({ symbol }) => symbol === FIRST_SYMBOL) ?? open[0] ?? all[0]
}

function Entries({ symbol }: { symbol: string }) {
  const { t } = useTranslation(['identity', 'common'])
  const user = useAtomValue(userAtom)
  return (
    <div className="flex flex-col gap-2">
      <Link to={productPath(symbol)} className={buttonLook({ size: 'lg', block: true })}>
        {t('identity:welcome.try')}
      </Link>
      <Link to={PATHS.products} className={buttonLook({ variant: 'secondary', block: true })}>
        {t('identity:welcome.enter')}
      </Link>
      {user.status === 'anonymous' && (
        <div className="flex gap-2">
          <Link to={PATHS.login} className={buttonLook({ variant: 'quiet', block: true })}>
            {t('common:logIn')}
          </Link>
          <Link to={PATHS.registerCheck} className={buttonLook({ variant: 'quiet', block: true })}>
            {t('common:register')}
          </Link>
        </div>
      )}
      {user.status === 'user' && (
        <p className="text-center text-sm text-ink-2">
          {t('identity:welcome.hello', { name: isolated(user.me.nickname) })}
        </p>
      )}
    </div>
  )
}
