import { basename } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import type { Person } from './server.ts'

export type Lang = 'zh' | 'en'

/**
 * The languages in which a journey is made: one of them, another for every second file, and both where INNOE_BOTH_LANGUAGES is
 * set. What every screen says in both is compared by the test of words.
 */
export function languagesOf(file: string): readonly Lang[] {
  if (process.env['INNOE_BOTH_LANGUAGES']) return ['zh', 'en']
  const sum = [...basename(file)].reduce((total, letter) => total + letter.charCodeAt(0), 0)
  return sum % 2 === 0 ? ['zh'] : ['en']
}

/** `platform`: the end at which the person is signed in; 2 is that of the agencies. */
export type Visit = {
  lang: Lang
  motion?: boolean
  as?: Person | undefined
  platform?: 1 | 2
  theme?: 'light' | 'dark'
  width?: number
  height?: number
}

/** A page in a browser of its own, signed in when somebody is named: `go` opens an address of the client, `complaints` is what the console says. */
export const pageOpener =
  (browser: Browser, address: string) =>
  async ({ lang, as, platform = 1, theme = 'light', motion = false, width = 1440, height = 900 }: Visit) => {
    const context = await browser.newContext({
      reducedMotion: motion ? 'no-preference' : 'reduce',
      locale: lang === 'zh' ? 'zh-CN' : 'en-US',
      viewport: { width, height },
      colorScheme: theme,
    })
    if (as) await context.addInitScript((kept) => localStorage.setItem('innoe.session', kept), JSON.stringify(sessionOf(as, platform)))
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    return { page, complaints, go: (path: string) => page.goto(`${address}/innoe-web${path}`), done: () => context.close() }
  }

/** Another address of the client in the same page, as a link opens it: without loading the client anew. */
export const follow = (page: Page, path: string) =>
  page.evaluate((url) => {
    history.pushState(null, '', url)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, `/innoe-web${path}`)

/** Nothing on the page is being loaded, and nothing has changed for a while; after 20 s it is taken as it is. */
export const settled = (page: Page) =>
  page.evaluate(async () => {
    const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))
    let changed = Date.now()
    const watching = new MutationObserver(() => (changed = Date.now()))
    watching.observe(document, { subtree: true, childList: true, characterData: true })
    const isWaiting = () => document.querySelector('.ant-skeleton, .ant-spin-spinning, .loading-bar') !== null
    for (const end = Date.now() + 20_000; Date.now() < end && (isWaiting() || Date.now() - changed < 300);) await pause(60)
    watching.disconnect()
  })

/** The same, with an address opened. */
export const visitor = (browser: Browser, address: string) => async (path: string, visit: Visit) => {
  const opened = await pageOpener(browser, address)({ width: 1280, height: 800, ...visit })
  await opened.go(path)
  return opened
}

const sessionOf = ({ token, sid, company }: Person, platform: 1 | 2) => ({
  token, refresh_token: '', login_time: '', expires_at: '2099-01-01T00:00:00Z', user_sid: sid, avatar: null, company_sid: company, must_change_password: false, platform,
}) // oxfmt-ignore

export const arrives = (page: Page, path: string) => page.waitForURL((url) => `${url.pathname}${url.search}${url.hash}` === `/innoe-web${path}`)
export const says = (page: Page, words: string | RegExp) => page.getByRole('heading', { level: 1, name: words }).waitFor()
