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
/** A pencil. */
export const DrawIcon = icon(
  'M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497zM15 5l4 4',
)
/** A dustbin. */
export const DeleteIcon = icon(
  'M3 6h18M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2M10 11v6M14 11v6',
)
/** What can be drawn, with the square ends that drawings have. */
export const TOOL_ICONS = {
  level: icon('M6 12h12M2 10h4v4H2zM18 10h4v4h-4z'),
  trend: icon('M7 17L17 7M3 17h4v4H3zM17 3h4v4h-4z'),
  note: icon('M21 15a2 2 0 0 1-2 2H7l-4 4V5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2zM8 8h8M8 12h5'),
} as const
/** Two arrows away from each other. */
export const EnlargeIcon = icon('M15 3h6v6M21 3l-7 7M3 21l7-7M9 21H3v-6')
/** Two arrows towards each other. */
export const ShrinkIcon = icon('M14 10l7-7M20 10h-6V4M3 21l7-7M4 14h6v6')
/** An arrow to the right edge. */
export const ToEdgeIcon = icon('M17 12H3M11 18l6-6-6-6M21 5v14')
