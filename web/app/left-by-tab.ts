/**
 * Tab leaves an open list of which several rows may be chosen. The library would choose the row under the pointer, or take it back if it
 * has just been chosen, and keep the focus.
 */
export function leaveByTab() {
  const leave = (event: KeyboardEvent) => {
    const list = event.key === 'Tab' && event.target instanceof Element ? event.target.closest('.ant-select-multiple') : null
    if (list?.classList.contains('ant-select-open')) event.stopPropagation()
  }
  window.addEventListener('keydown', leave, { capture: true })
}
