import { createRoot } from 'react-dom/client'
import { App } from '#app/app.tsx'
import { keepLastKnown, readLastKnown } from '#app/keep-last-known.ts'
import { keepNotices } from '#app/keep-notices.ts'
import { keepSession } from '#app/keep-session.ts'
import { startPage } from '#app/start-page.ts'
import '#ui/theme.css'

const [{ store, i18n }, kept] = await Promise.all([startPage(), readLastKnown()])
keepLastKnown(store, kept)
keepSession(store)
keepNotices(store)

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(<App store={store} i18n={i18n} />)
