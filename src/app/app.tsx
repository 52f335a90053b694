import { Provider } from 'jotai'
import type { createStore } from 'jotai/vanilla'
import { MapPinOff } from 'lucide-react'
import { StrictMode } from 'react'
import { I18nextProvider, useTranslation } from 'react-i18next'
import { CommonTexts } from '#i18n/common-texts.tsx'
import { HashRouter, Link, Route, Routes } from 'react-router-dom'
import { ErrorBoundary, LazyPage } from '#app/lazy-page.tsx'
import { ROUTES } from '#app/routes.ts'
import { Shell } from '#app/shell.tsx'
import type { I18n } from '#i18n/setup.ts'
import { PATHS } from '#lib/paths.ts'
import { buttonLook } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

function NotFound() {
  const { t } = useTranslation('common')
  return (
    <EmptyState
      icon={MapPinOff}
      title={t('notFound.title')}
      hint={t('notFound.hint')}
      action={
        <Link to={PATHS.products} className={buttonLook({})}>
          {t('toProducts')}
        </Link>
      }
    />
  )
}

interface Props {
  store: ReturnType<typeof createStore>
  i18n: I18n
}

/** The root component: the providers around the routes. */
export function App({ store, i18n }: Props) {
  return (
    <StrictMode>
      <Provider store={store}>
        <I18nextProvider i18n={i18n}>
          <CommonTexts>
            <ErrorBoundary>
              <HashRouter>
                <Routes>
                  <Route element={<Shell />}>
                    {ROUTES.map((route) => (
                      <Route
                        key={route.path}
                        path={route.path}
                        caseSensitive
                        element={<LazyPage route={route} />}
                      />
                    ))}
                    <Route path="*" element={<NotFound />} />
                  </Route>
                </Routes>
              </HashRouter>
            </ErrorBoundary>
          </CommonTexts>
        </I18nextProvider>
      </Provider>
    </StrictMode>
  )
}
