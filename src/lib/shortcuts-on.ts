import { storedAtom } from '#lib/stored.ts'

/** Whether single keys work as shortcuts. */
export const shortcutsAtom = storedAtom<boolean>({
  key: 'shortcuts',
  initial: true,
  read: (text) => text === 'true',
  allTabs: true,
})
