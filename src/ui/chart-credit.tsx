/** Followed, never loaded. */
const MAKERS = 'https://www.tradingview.com/'

/** What the chart library's licence asks for: its name, and a link to its makers. */
export function ChartCredit() {
  return (
    <a
      href={MAKERS}
      target="_blank"
      rel="noreferrer"
      className="inline-block py-1 text-2xs text-ink-3"
    >
      TradingView Lightweight Charts™
    </a>
  )
}
