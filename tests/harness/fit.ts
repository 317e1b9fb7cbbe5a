import type { Page } from 'playwright-core'

/** What does not fit on the page at its present width: a page that scrolls sideways, cut text without a tooltip, and covered controls. */
export const unfit = async (page: Page): Promise<string[]> => [...(await tooWide(page)), ...(await cutOrCovered(page))]

const tooWide = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main, .page')].flatMap((box) =>
      box.scrollWidth > box.clientWidth + 1 && !['hidden', 'clip'].includes(getComputedStyle(box).overflowX)
        ? [`${box.tagName.toLowerCase()} is ${box.scrollWidth} px wide instead of ${box.clientWidth}`]
        : [],
    ),
  )

const cutOrCovered = (page: Page) =>
  page.evaluate(() => {
    const shown = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    const name = (text: string | null | undefined) => (text ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 40)
    const isAside = (element: Element) =>
      element.closest('.unseen, .chart-links, .ant-tabs-nav, .ant-table-measure-row, [aria-hidden=true], svg, canvas') !== null

    /** The part of the text that its box hides; a box that scrolls shows it. */
    const isCut = (text: Text): boolean => {
      const range = document.createRange()
      range.selectNodeContents(text)
      const words = range.getBoundingClientRect()
      for (let box = text.parentElement; box && words.width > 0; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box)
        if (overflowX === 'auto' || overflowX === 'scroll' || overflowY === 'auto' || overflowY === 'scroll') return false
        if (overflowX !== 'hidden' && overflowX !== 'clip') continue
        const edge = box.getBoundingClientRect()
        if (edge.width < 2 || getComputedStyle(box).clipPath !== 'none') return false // for screen readers alone
        if (words.right > edge.right + 1 || words.left < edge.left - 1 || words.bottom > edge.bottom + 3) return true
      }
      return false
    }
    const cut: string[] = []
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const parent = node.parentElement
      if (!(node instanceof Text) || !name(node.data) || !parent || isAside(parent) || !shown(parent)) continue
      if (!isCut(node)) continue
      parent.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
      if (!parent.closest('[title]:not([title=""])')) cut.push(`“${name(node.data)}” is cut without a tooltip`)
    }

    const isOver = (one: Element) => {
      for (let at: Element | null = one; at; at = at.parentElement) if (['sticky', 'fixed'].includes(getComputedStyle(at).position)) return true
      return false
    }
    /** Scrolled out of its box. */
    const isAway = (control: Element, x: number, y: number) => {
      for (let box = control.parentElement; box; box = box.parentElement) {
        const { left, right, top, bottom } = box.getBoundingClientRect()
        if (getComputedStyle(box).overflow !== 'visible' && (x < left || x > right || y < top || y > bottom)) return true
      }
      return false
    }
    const covered = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), [role=tab], [role=combobox]')].flatMap((control) => {
      if (isAside(control) || !shown(control)) return []
      const { left, top, width, height } = control.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const over = width > 0 && !isAway(control, x, y) ? document.elementFromPoint(x, y) : null
      if (!over || over.contains(control) || control.contains(over) || isOver(over) || isOver(control)) return []
      if (over.closest('label')?.contains(control) || control.parentElement?.contains(over)) return []
      return [`“${name(control.getAttribute('aria-label') ?? control.textContent)}” is covered by “${name(over.textContent)}”`]
    })
    return [...new Set(cut), ...covered]
  })
