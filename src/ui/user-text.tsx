/** Texts that users wrote: isolated, so that their direction and marks change nothing around them. */

/** Within a line: a name beside other words. */
export function UserText({ children }: { children: string }) {
  return <bdi className="wrap-anywhere">{children}</bdi>
}

/**
 * A message of its own, line by line as it was written. The longest word breaks, and marks stacked beyond the lines
 * are clipped.
 */
export function UserWords({ children }: { children: string }) {
  if (children === '') return null
  return (
    <p dir="auto" className="overflow-hidden wrap-anywhere whitespace-pre-wrap">
      {children}
    </p>
  )
}
