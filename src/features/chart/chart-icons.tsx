/**
 * Icons of the chart alone, in Lucide's grid and stroke. An icon imported from the library would be part of the first
 * load, wherever it is used.
 */
interface Props {
  size: number
}

const icon = (path: string) =>
  function Icon({ size }: Props) {
    return (
      <svg
        aria-hidden
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={path} />
      </svg>
    )
  }

/** A line that rises and falls. */
export const LiveIcon = icon(
  'M22 12h-2.5a2 2 0 0 0-1.9 1.5l-2.4 8.3a.25.25 0 0 1-.4 0L9.2 2.2a.25.25 0 0 0-.4 0l-2.4 8.3A2 2 0 0 1 4.5 12H2',
)
/** The sign of a sum, as for a function of prices. */
export const IndicatorsIcon = icon(
  'M18 7V5a1 1 0 0 0-1-1H6.5a.5.5 0 0 0-.4.8l4.5 6a2 2 0 0 1 0 2.4l-4.5 6a.5.5 0 0 0 .4.8H17a1 1 0 0 0 1-1v-2',
)
/** Two arrows away from each other. */
export const EnlargeIcon = icon('M15 3h6v6M21 3l-7 7M3 21l7-7M9 21H3v-6')
/** Two arrows towards each other. */
export const ShrinkIcon = icon('M14 10l7-7M20 10h-6V4M3 21l7-7M4 14h6v6')
/** An arrow to the right edge. */
export const ToEdgeIcon = icon('M17 12H3M11 18l6-6-6-6M21 5v14')
