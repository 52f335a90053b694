import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { focusElement } from '#ui/move-focus.ts'
import { usePanes } from '#lib/use-panes.ts'
import { buttonLook } from '#ui/button.tsx'

/** Moves the focus, because an address after `#` is a page of its own. */
function jumpTo(selector: string): void {
  const target = document.querySelector<HTMLElement>(selector)
  if (target !== null) focusElement(target)
}

function Skip({ to, text }: { to: string; text: string }) {
  return (
    <button
      type="button"
      className={buttonLook({ variant: 'secondary', size: 'sm' })}
      onClick={() => jumpTo(to)}
    >
      {text}
    </button>
  )
}

/** The panes beside the list of products. One that the page does not have is skipped. */
function PaneLinks() {
  const { t } = useTranslation(['trading', 'orders', 'chart'])
  return (
    <>
      <Skip to="#ticket-pane" text={t('trading:ticket')} />
      <Skip to="#chart-pane" text={t('chart:title')} />
      {document.getElementById('positions-pane') !== null && (
        <Skip to="#positions-pane" text={t('orders:myPositions')} />
      )}
    </>
  )
}

/** The first tab stops of every page, visible while one of them has the focus. */
export function SkipLinks() {
  const { t } = useTranslation('shortcuts')
  const panes = usePanes()
  const [host] = useState(() => document.createElement('div'))
  const [focused, setFocused] = useState(false)
  useEffect(() => {
    document.body.prepend(host)
    return () => host.remove()
  }, [host])
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears the focus of its links
    <nav
      aria-label={t('skip')}
      className="skip-links"
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Skip to="main" text={t('skip')} />
      {focused && panes === 3 && document.getElementById('ticket-pane') !== null && <PaneLinks />}
    </nav>,
    host,
  )
}
