/** The current view of the desk. It is part of the address, so that a reload and the Back button keep it. */
import { useSyncExternalStore } from 'react'
import { deskQueue } from '#contract/desk-state.ts'

export const TABS = [
  ...deskQueue.options,
  'customers',
  'products',
  'announcements',
  'news',
  'brand',
  'legal',
  'log',
  'reports',
] as const
export type Tab = (typeof TABS)[number]

export interface DeskRoute {
  tab: Tab
  /** A filter; null for the items that wait for a decision. */
  status: string | null
  /** What is open next to the list: a document's number or an account. */
  id: string | null
}

export function parseRoute(hash: string): DeskRoute {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?')
  const query = new URLSearchParams(search)
  const tab = TABS.find((each) => each === path) ?? 'verifications'
  return { tab, status: query.get('status'), id: query.get('id') }
}

export function formatRoute({ tab, status, id }: DeskRoute): string {
  const query = new URLSearchParams()
  if (status !== null) query.set('status', status)
  if (id !== null) query.set('id', id)
  const text = query.toString()
  return text === '' ? `#/${tab}` : `#/${tab}?${text}`
}

const listen = (hear: () => void): (() => void) => {
  addEventListener('hashchange', hear)
  return () => removeEventListener('hashchange', hear)
}

export const go = (route: DeskRoute): void => {
  location.hash = formatRoute(route)
}

export const useDeskRoute = (): DeskRoute =>
  parseRoute(useSyncExternalStore(listen, () => location.hash))
