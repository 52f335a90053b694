/** The data of a chart by day, shared by the code that computes the figures and the code that draws them. */

export interface DaySeries {
  /**
   * `steps`: each value holds until the next. `ahead`: the same, dashed. `bars`: bars from zero. `line`: a line on its
   * own scale.
   */
  look: 'steps' | 'ahead' | 'bars' | 'line'
  /** The colour of `steps` that are a result, by its direction; 'none' is a plain colour. By default the app's own. */
  tone?: 'up' | 'down' | 'none'
  /** In order, one point per day of the axis. `value` is a scaled integer, or null where there is none. */
  points: readonly { day: string; value: number | null }[]
  /** Formats a value on the axis. */
  write: (value: number) => string
}
