/**
 * The design system on one page, in development only. It is not part of any build, and no page of the app links to it.
 */
import { createRoot } from 'react-dom/client'
import { UiTexts, type UiTextKey } from '#ui/ui-text.ts'
import { Gallery } from './gallery.tsx'
import './gallery.css'

const root = document.getElementById('root')
if (root === null) throw new Error('gallery.html has no #root')
const TEXTS: Record<UiTextKey, string> = {
  close: 'Close',
  cancel: 'Cancel',
  retry: 'Try again',
  loading: 'Loading…',
  noMore: 'No more',
  help: 'More information',
  technical: 'Technical details',
  'list.incomplete': 'Some entries can’t be shown',
  'list.pull': 'Pull to refresh',
  'list.release': 'Release to refresh',
  'list.refreshing': 'Refreshing…',
  'list.refresh': 'Refresh',
  'list.filter': 'Filter',
  'list.clear': 'Clear',
  'list.from': 'From',
  'list.to': 'Until',
  'list.all': 'All',
}
createRoot(root).render(
  <UiTexts value={(key) => TEXTS[key]}>
    <Gallery />
  </UiTexts>,
)
