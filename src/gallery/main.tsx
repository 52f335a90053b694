/**
 * The design system on one page, in development only. It is not part of any build, and no page of the app links to it.
 */
import { createRoot } from 'react-dom/client'
import { Gallery } from './gallery.tsx'
import '#ui/theme.css'

const root = document.getElementById('root')
if (root === null) throw new Error('gallery.html has no #root')
createRoot(root).render(<Gallery />)
