/** Text in place of the ticket or of its button. */
export function Said({ text }: { text: string }) {
  return (
    <p
      role="status"
      className="flex min-h-13 items-center justify-center rounded-control border border-dashed border-line-strong px-3 py-2 text-center text-sm text-ink-2"
    >
      {text}
    </p>
  )
}
