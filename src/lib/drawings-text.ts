import { storedAtom } from '#lib/stored.ts'

/**
 * What the user drew on charts, as text: the chart parses it when it is shown (features/chart/drawings.ts). The end of
 * a session clears it, because notes are private.
 */
export const drawingsTextAtom = storedAtom<string>({
  key: 'drawings',
  initial: '',
  read: (text) => text,
  allTabs: true,
})
