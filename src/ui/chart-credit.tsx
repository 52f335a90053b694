/** The target of a link; nothing is loaded from there. */
const MAKERS = 'https://www.tradingview.com/'

/** The attribution that the chart library's licence requires: its name with a link to its makers. */
export function ChartCredit() {
  return (
    <a
      href={MAKERS}
      target="_blank"
      rel="noreferrer"
      className="inline-block py-1 text-xs text-ink-3"
    >
      TradingView Lightweight Charts™
    </a>
  )
}
