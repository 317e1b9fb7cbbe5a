// The icons of the library carry their English names as labels, so a screen reader says “plus 新建”. The words beside an icon, or the name of its
// button, give its meaning; so an icon with no label but that name is hidden from screen readers, wherever the library or a screen draws it.
export function quietIcons(): () => void {
  quietIn(document.body)
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof Element) quietIn(node)
  })
  observer.observe(document.body, { childList: true, subtree: true })
  return () => observer.disconnect()
}

function quietIn(part: Element) {
  if (part.matches(ICON)) quiet(part)
  for (const icon of part.querySelectorAll(ICON)) quiet(icon)
}

const ICON = '.anticon[aria-label]'

/** An icon keeps its label if it has words of its own, if it is itself pressed, or if it is the only content of its button. */
function quiet(icon: Element) {
  const name = icon.getAttribute('aria-label') ?? ''
  if (icon.classList.contains(`anticon-${name}`) && !icon.hasAttribute('tabindex') && !isAllThereIs(icon)) icon.setAttribute('aria-hidden', 'true')
}

function isAllThereIs(icon: Element) {
  const button = icon.closest('button, a, [role="button"]')
  return button !== null && !button.hasAttribute('aria-label') && !button.hasAttribute('title') && !button.textContent?.trim()
}
