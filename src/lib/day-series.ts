/** What a chart of days draws; between those who know the figures and those who draw them. */

export interface DaySeries {
  /** `steps`: each value holds until the next; `ahead`: the same, dashed; `bars` from zero; `line` on its own scale. */
  look: 'steps' | 'ahead' | 'bars' | 'line'
  /** In order, every day of the axis; `value` is a scaled integer, null where there is none. */
  points: readonly { day: string; value: number | null }[]
  /** Writes a value on the axis. */
  write: (value: number) => string
}
