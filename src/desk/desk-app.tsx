import { Provider, useAtomValue, useSetAtom } from 'jotai'
import type { createStore } from 'jotai/vanilla'
import { CloudOff } from 'lucide-react'
import { StrictMode, Suspense } from 'react'
import { I18nextProvider, useTranslation } from 'react-i18next'
import { checkDeskAtom, deskSessionAtom } from '#desk/desk-session.ts'
import { LogIn } from '#desk/log-in.tsx'
import { Workspace } from '#desk/workspace.tsx'
import { CommonTexts } from '#i18n/common-texts.tsx'
import type { I18n } from '#i18n/setup.ts'
import { closeToastAtom, toastsAtom } from '#notifications/toasts.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Toasts } from '#ui/toast.tsx'

interface Props {
  store: ReturnType<typeof createStore>
  i18n: I18n
}

export function DeskApp({ store, i18n }: Props) {
  return (
    <StrictMode>
      <Provider store={store}>
        <I18nextProvider i18n={i18n}>
          <Suspense fallback={<Waiting />}>
            <CommonTexts>
              <Desk />
              <Told />
            </CommonTexts>
          </Suspense>
        </I18nextProvider>
      </Provider>
    </StrictMode>
  )
}

function Desk() {
  const session = useAtomValue(deskSessionAtom)
  switch (session.status) {
    case 'unknown':
      return <Waiting />
    case 'out':
      return <LogIn ended={session.ended} />
    case 'unreachable':
      return <Unreachable />
    case 'in':
      return <Workspace operator={session.operator} refused={session.refused} />
  }
}

function Waiting() {
  return (
    <div className="mx-auto flex max-w-phone flex-col gap-3 p-4" aria-busy="true">
      <Skeleton className="h-11" />
      <Skeleton className="h-40" />
    </div>
  )
}

function Unreachable() {
  const { t } = useTranslation('desk')
  const check = useSetAtom(checkDeskAtom)
  const action = <Button onClick={() => void check()}>{t('retry')}</Button>
  return (
    <main>
      <EmptyState icon={CloudOff} title={t('unreachable')} action={action} />
    </main>
  )
}

function Told() {
  const toasts = useAtomValue(toastsAtom)
  const close = useSetAtom(closeToastAtom)
  return <Toasts toasts={toasts} onClose={close} />
}
