import Axe from 'axe-core'
import type { Page } from 'playwright-core'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What axe finds serious or critical on the page as it is now, each with the first elements it concerns; `rules`: by these of its rules alone. */
export async function seriousFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(Axe.source)
  return await page.evaluate(
    async (runOnly) => {
      const { axe } = globalThis as unknown as { axe: typeof Axe } // its source has just put it there
      const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'] })
      const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      return grave.map(({ id, nodes }) => {
        const places = nodes.slice(0, 3).map(({ target }) => target.join(' '))
        return `${id}: ${places.join(' | ')}`
      })
    },
    rules ? { type: 'rule' as const, values: [...rules] } : { type: 'tag' as const, values: WCAG },
  )
}

/** What a screen reader would say in the wrong language or not at all: icons with the names of their library, and controls without words of their own. */
export const misnamed = (page: Page, lang: 'zh' | 'en'): Promise<string[]> =>
  page.evaluate((isZh) => {
    const isHeard = (one: Element) => one.checkVisibility({ visibilityProperty: true }) && one.closest('[aria-hidden=true], [inert]') === null
    const icons = [...document.querySelectorAll('.anticon[aria-label]')]
      .filter((icon) => isHeard(icon) && icon.classList.contains(`anticon-${icon.getAttribute('aria-label')}`))
      .map((icon) => `icon “${icon.getAttribute('aria-label')}” in “${icon.parentElement?.textContent?.trim().slice(0, 30)}”`)
    const named = (one: Element) => {
      const by = one
        .getAttribute('aria-labelledby')
        ?.split(' ')
        .map((id) => document.querySelector(`#${CSS.escape(id)}`)?.textContent ?? '')
      return (
        [
          one.getAttribute('aria-label'),
          by?.join(' '),
          one.getAttribute('title'),
          one.querySelector('img')?.alt,
          one.querySelector('[aria-label]:not([aria-hidden=true])')?.getAttribute('aria-label'),
        ].find((name) => name?.trim()) ?? ''
      )
    }
    const controls = [...document.querySelectorAll('button, a[href], [role=button], [role=tab], [role=switch], [role=menuitem]')].flatMap((one) => {
      if (!isHeard(one) || (one instanceof HTMLElement && one.innerText.trim())) return []
      const name = named(one)
      const isOther = isZh ? /[A-Za-z]{3}/.test(name) && !/\p{Script=Han}/u.test(name) : /\p{Script=Han}/u.test(name)
      return name && !isOther ? [] : [`${one.tagName.toLowerCase()}.${one.className} is named “${name}”`]
    })
    return [...new Set([...icons, ...controls])]
  }, lang === 'zh')
