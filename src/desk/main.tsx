import { createRoot } from 'react-dom/client'
import { keepFocus } from '#app/keep-focus.ts'
import { startPage } from '#app/start-page.ts'
import { DeskApp } from '#desk/desk-app.tsx'
import { checkDeskAtom, keepActivity, keepDesk } from '#desk/desk-session.ts'
import { adaptStyles } from '#ui/adapt.ts'
import '#desk/desk.css'

adaptStyles()
keepFocus()

const { store, i18n } = await startPage({ desk: true })
keepDesk(store)
keepActivity(store)
void store.set(checkDeskAtom)

const root = document.getElementById('root')
if (root === null) throw new Error('desk.html has no #root')
void import('#lib/client-reports.ts')
createRoot(root).render(<DeskApp store={store} i18n={i18n} />)
