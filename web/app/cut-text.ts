// Text that its column or card cuts is shown whole in a tooltip, wherever it stands.

/** Shows the whole text of the cut box under the pointer as its title. A title of the screen stays; one set here is removed when the text fits. */
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
