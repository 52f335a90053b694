/** The canvases of the live chart that lightweight-charts makes and does not offer. */
export interface LibraryCanvases {
  /** What is drawn of the pane and of the time axis. */
  drawn: readonly HTMLElement[]
  /** Above each of the others: the crosshair. */
  crosshairs: readonly HTMLElement[]
}

const ROWS = 2

/**
 * Finds them in a chart with one pane of this width, in CSS pixels: in the second cell of both rows of a table, two
 * canvases that are as wide as the pane. Null if the markup is another: nothing of it may then be moved or hidden.
 */
export function libraryCanvases(container: HTMLElement, paneWidth: number): LibraryCanvases | null {
  const cells = [...container.querySelectorAll('tr')].map(({ cells: [, pane] }) => pane)
  const pairs = cells.map((cell) => [...(cell?.querySelectorAll('canvas') ?? [])])
  const isKnown =
    pairs.length === ROWS &&
    pairs.every((pair) => pair.length === 2) &&
    pairs.flat().every(({ style }) => style.width === `${paneWidth}px`)
  if (!isKnown) return null
  const all = [...container.querySelectorAll<HTMLElement>('table canvas + canvas')]
  return { drawn: pairs.flatMap(([first]) => first ?? []), crosshairs: all }
}
