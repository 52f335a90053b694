import { createRoot } from 'react-dom/client'
import { startPage } from '#app/start-page.ts'
import { DeskApp } from '#desk/desk-app.tsx'
import { checkDeskAtom, keepActivity, keepDesk } from '#desk/desk-session.ts'
import '#ui/theme.css'

const { store, i18n } = await startPage({ desk: true })
keepDesk(store)
keepActivity(store)
void store.set(checkDeskAtom)

const root = document.getElementById('root')
if (root === null) throw new Error('desk.html has no #root')
createRoot(root).render(<DeskApp store={store} i18n={i18n} />)
