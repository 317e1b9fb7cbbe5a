/** The child of the body that holds this element: the application, or the place of a dialog, a drawer or a menu. */
function placeOf(element: Element): Element {
  let at = element
  while (at.parentElement && at.parentElement !== document.body) at = at.parentElement
  return at
}

/** A menu closes with the dialog that it opens, so the focus does not return to it. */
const isKept = (place: Element) => place.id === 'root' || place.querySelector('.ant-modal, .ant-drawer') !== null

/**
 * The focus returns from a dialog or drawer to where it was before. Our dialogs leave the page as they close, before Ant Design could
 * return it; the keyboard would begin at the top of the page again.
 */
export function keepFocus() {
  const before = new Map<Element, HTMLElement>()
  let last: HTMLElement | undefined
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target === document.body) return
    const place = placeOf(target)
    if (!isKept(place)) return
    if (last && placeOf(last) !== place && place.id !== 'root' && !before.has(place)) before.set(place, last)
    last = target
  })
  new MutationObserver((changes) => {
    for (const place of changes.flatMap(({ removedNodes }) => [...removedNodes])) {
      if (!(place instanceof Element)) continue
      const from = before.get(place)
      before.delete(place)
      if (!from || (document.activeElement && document.activeElement !== document.body)) continue
      const to = from.isConnected ? from : document.querySelector<HTMLElement>('#page-content')
      to?.focus({ preventScroll: true })
    }
  }).observe(document.body, { childList: true })
}
