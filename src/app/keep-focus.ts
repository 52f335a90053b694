/**
 * The focus never gets lost. When what has it is removed or disabled, it moves to the nearest part of the page that is
 * left, where the Tab key and screen readers resume; a button that is enabled again gets it back.
 */

const HEADING = 'h1, h2, h3'

function ancestorsOf(element: Element): Element[] {
  const found: Element[] = []
  for (let at = element.parentElement; at !== null; at = at.parentElement) found.push(at)
  return found
}

const focusOn = (element: HTMLElement): void => {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

const LIST = 'ul, ol, [role=list]'
const ITEM = 'li, [role=listitem]'
/** Whether it only arranges the items of a list. With the focus it would be an item of its own to screen readers. */
const isBetweenItems = (element: Element): boolean =>
  !element.matches(`${LIST}, ${ITEM}`) &&
  element.closest(`${LIST}, ${ITEM}`)?.matches(LIST) === true

const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

/** After navigation the page itself has the focus, unless what had it is still there. */
export function focusMain(): void {
  const main = document.querySelector('main')
  if (main !== null && isFocusLost()) focusOn(main)
}

/** Until the returned function is called. */
export function keepFocus(): () => void {
  let last: Element | null = null
  let around: readonly Element[] = []
  /** The button that was disabled, and what has the focus instead. */
  let owed: { button: HTMLElement; to: Element | null } | null = null
  const know = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element)) return
    last = target
    around = ancestorsOf(target)
  }
  const giveBack = (): void => {
    if (owed === null || !owed.button.isConnected || owed.button.matches(':disabled')) return
    const { button, to } = owed
    owed = null
    const active = document.activeElement
    if (active === to || active === document.body) button.focus({ preventScroll: true })
  }
  const isGone = (): boolean => last !== null && (!last.isConnected || last.matches(':disabled'))
  const look = (): void => {
    giveBack()
    if (!isGone() || !(isFocusLost() || document.activeElement === last)) return
    const lost = last
    last = null
    const left = around.find((each) => each.isConnected && !isBetweenItems(each))
    if (left === undefined || left.matches('body, #root, #root > *')) focusMain()
    else {
      const heading = left.matches('main') ? null : left.querySelector<HTMLElement>(HEADING)
      if (heading !== null) focusOn(heading)
      else if (left instanceof HTMLElement) focusOn(left)
    }
    if (lost instanceof HTMLButtonElement && lost.isConnected)
      owed = { button: lost, to: document.activeElement }
  }
  let frame = 0
  // After the effects of what changed the page: they may move the focus themselves.
  const lookLater = (): void => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(look)
    })
  }
  const observer = new MutationObserver(() => {
    if (isGone() || owed !== null) lookLater()
  })
  const attributes = { attributes: true, attributeFilter: ['disabled'] }
  observer.observe(document.body, { childList: true, subtree: true, ...attributes })
  addEventListener('focusin', know)
  return () => {
    observer.disconnect()
    cancelAnimationFrame(frame)
    removeEventListener('focusin', know)
  }
}
