// Text that its column or card cuts is shown whole in a tooltip, wherever it stands.

/** Names the cut box under the pointer by its whole text. A title that a screen gives stays; one given here goes when the text fits again. */
export function showCutText() {
  document.addEventListener('pointerover', ({ target }) => {
    for (let box = target instanceof HTMLElement ? target : null; box; box = box.parentElement) {
      if (box.title && box.dataset['cut'] === undefined) return
      if (!mayCut(box)) continue
      const isCut = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight
      if (isCut) box.title = box.innerText.trim()
      else if (box.dataset['cut'] !== undefined) box.removeAttribute('title')
      if (isCut) box.dataset['cut'] = ''
      return
    }
  })
}

function mayCut(box: HTMLElement): boolean {
  const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(box)
  return overflowX === 'hidden' && (textOverflow === 'ellipsis' || !['none', ''].includes(webkitLineClamp))
}
