import { Provider } from 'jotai'
import type { createStore } from 'jotai/vanilla'
import { StrictMode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { HashRouter, Route, Routes } from 'react-router-dom'
import { LazyPage } from '#app/lazy-page.tsx'
import { NotFound } from '#app/not-found.tsx'
import { ROUTES } from '#app/routes.ts'
import { Shell } from '#app/shell.tsx'
import type { I18n } from '#i18n/setup.ts'

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
        </I18nextProvider>
      </Provider>
    </StrictMode>
  )
}
