/**
 * Texts that users wrote. They are isolated, so that their direction and combining marks do not affect the text around
 * them.
 */

/** Inline text, for example a name within a sentence. */
export function UserText({ children }: { children: string }) {
  return <bdi className="wrap-anywhere">{children}</bdi>
}

/**
 * A separate block that keeps the line breaks of the message. The longest word may break, and combining marks stacked
 * beyond the lines are clipped.
 */
export function UserWords({ children }: { children: string }) {
  if (children === '') return null
  return (
    <p dir="auto" className="overflow-hidden wrap-anywhere whitespace-pre-wrap">
      {children}
    </p>
  )
}
