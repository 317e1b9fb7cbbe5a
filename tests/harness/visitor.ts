import { basename } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import type { Person } from './server.ts'

export type Lang = 'zh' | 'en'

/**
 * The languages in which a journey is made: one of them, another for every second file, and both where INNOE_BOTH_LANGUAGES is
 * set. The test of words walks all screens, of which each language has its half.
 */
export function languagesOf(file: string): readonly Lang[] {
  if (process.env['INNOE_BOTH_LANGUAGES']) return ['zh', 'en']
  const sum = [...basename(file)].reduce((total, letter) => total + letter.charCodeAt(0), 0)
  return sum % 2 === 0 ? ['zh'] : ['en']
}

/** Of what stands for each language, that in which the journeys of this file are made. */
export const inLanguagesOf = <Row extends readonly [Lang, ...unknown[]]>(file: string, rows: readonly Row[]): Row[] =>
  rows.filter(([lang]) => languagesOf(file).includes(lang))

/** `platform`: the end at which the person is signed in; 2 is that of the agencies. `fresh`: nothing was opened in this browser before. */
export type Visit = {
  lang: Lang
  motion?: boolean
  as?: Person | undefined
  platform?: 1 | 2
  theme?: 'light' | 'dark'
  width?: number
  height?: number
  fresh?: boolean
}

/**
 * A page signed in when somebody is named: `go` opens an address of the client, as a link does once the client is loaded, `load`
 * loads the client anew, `complaints` is what the console says, `done` leaves the page.
 */
export const pageOpener =
  (browser: Browser, address: string) =>
  async ({ lang, as, platform = 1, theme = 'light', motion = false, width = 1440, height = 900, fresh = false }: Visit) => {
    const page = (fresh ? undefined : takeLeft(browser, lang)) ?? (await newPage(browser, lang))
    page.setDefaultTimeout(20_000)
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: theme, reducedMotion: motion ? 'no-preference' : 'reduce' })
    const session = as && JSON.stringify(sessionOf(as, platform))
    const signedIn = session ? await page.context().addInitScript((kept) => localStorage.setItem('innoe.session', kept), session) : undefined
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    opened.set(page, { browser, address, lang, fresh, signedIn })
    const load = async (path: string) => void (await page.goto(`${address}/innoe-web${path}`))
    return { page, complaints, load, go: (path: string) => goTo(page, address, path, load), done: () => leave(page) }
  }

async function goTo(page: Page, address: string, path: string, load: (path: string) => Promise<void>) {
  const at = page.url()
  const isInside = at.startsWith(`${address}/innoe-web/`) && !at.includes('/login') && at !== `${address}/innoe-web${path}`
  if (!isInside) return await load(path)
  await follow(page, path)
  await settled(page)
}

type Opened = { browser: Browser; address: string; lang: Lang; fresh: boolean; signedIn: Disposable | undefined }
type Disposable = { dispose(): Promise<void> }
const opened = new WeakMap<Page, Opened>()
/** Pages that were left, to be opened again: in a new one the client is compiled anew, which takes a processor a second. */
const left = new WeakMap<Browser, { page: Page; lang: Lang }[]>()

async function newPage(browser: Browser, lang: Lang) {
  const context = await browser.newContext({ locale: lang === 'zh' ? 'zh-CN' : 'en-US' })
  return await context.newPage()
}

function takeLeft(browser: Browser, lang: Lang): Page | undefined {
  const pages = left.get(browser) ?? []
  const at = pages.findIndex((one) => one.lang === lang)
  return at < 0 ? undefined : pages.splice(at, 1)[0]?.page
}

const HEARD = ['pageerror', 'console', 'dialog', 'download', 'popup', 'request', 'requestfinished', 'requestfailed', 'response'] as const

/** Nothing that was typed, stored, blocked or listened to stays in the page for whoever opens it next. */
export async function leave(page: Page) {
  const { browser, address, lang, fresh, signedIn } = opened.get(page) ?? {}
  const context = page.context()
  if (!browser || !address || !lang || fresh || page.isClosed()) return await context.close()
  opened.delete(page)
  for (const event of HEARD) page.removeAllListeners(event)
  for (const other of context.pages()) if (other !== page) await other.close()
  await Promise.all([page.unrouteAll(), context.unrouteAll(), signedIn?.dispose(), context.clearPermissions(), context.clearCookies()])
  await page.goto(`${address}/healthz`) // on another site, or on none, the browser would start another process
  await page.evaluate(() => (localStorage.clear(), sessionStorage.clear()))
  left.set(browser, [...(left.get(browser) ?? []), { page, lang }])
}

/** Another address of the client in the same page, as a link opens it: without loading the client anew. */
export const follow = (page: Page, path: string) =>
  page.evaluate((url) => {
    history.pushState(null, '', url)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, `/innoe-web${path}`)

/** Nothing that is seen of the page is being loaded, and nothing has changed for a while; after 20 s it is taken as it is. */
export const settled = (page: Page) =>
  page.evaluate(async () => {
    const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))
    let changed = Date.now()
    const watching = new MutationObserver(() => (changed = Date.now()))
    watching.observe(document, { subtree: true, childList: true, characterData: true })
    // What lies below the window is loaded once it is scrolled to.
    const isSeen = (one: Element) => one.getBoundingClientRect().top < innerHeight
    const isWaiting = () => [...document.querySelectorAll('.ant-skeleton, .ant-spin-spinning, .loading-bar')].some(isSeen)
    for (const end = Date.now() + 20_000; Date.now() < end && (isWaiting() || Date.now() - changed < 300);) await pause(60)
    watching.disconnect()
  })

/** The same, with an address opened. */
export const visitor = (browser: Browser, address: string) => async (path: string, visit: Visit) => {
  const opened = await pageOpener(browser, address)({ width: 1280, height: 800, ...visit })
  await opened.load(path)
  return opened
}

const sessionOf = ({ token, sid, company }: Person, platform: 1 | 2) => ({
  token, refresh_token: '', login_time: '', expires_at: '2099-01-01T00:00:00Z', user_sid: sid, avatar: null, company_sid: company, must_change_password: false, platform,
}) // oxfmt-ignore

export const arrives = (page: Page, path: string) => page.waitForURL((url) => `${url.pathname}${url.search}${url.hash}` === `/innoe-web${path}`)
export const says = (page: Page, words: string | RegExp) => page.getByRole('heading', { level: 1, name: words }).waitFor()
