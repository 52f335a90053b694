/** The SVG path of a sparkline in a box of the given size, with a margin of 1 unit above and below. */
export function sparklinePath(
  values: readonly number[],
  box: { width: number; height: number },
): string {
  if (values.length < 2) return ''
  const low = Math.min(...values)
  const span = Math.max(...values) - low
  const step = box.width / (values.length - 1)
  const usable = box.height - 2
  const y = (value: number): number =>
    span === 0 ? box.height / 2 : 1 + usable * (1 - (value - low) / span)
  const tenth = (part: number): number => Math.round(part * 10) / 10
  return values
    .map((value, at) => `${at === 0 ? 'M' : 'L'}${tenth(at * step)} ${tenth(y(value))}`)
    .join('')
}
