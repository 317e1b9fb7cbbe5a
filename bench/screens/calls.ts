import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, Page, Request } from 'playwright-core'
import { launchBrowser } from '../../tests/harness/browser.ts'
import type { Made } from '../generate.ts'
import type { Shot } from '../request.ts'

/** `type`: the text typed into the palette there. */
export type Screen = { name: string; path: string; type?: string; bar?: number }
export type Call = { screen: Screen; shot: Shot }

/** Opens each screen in a browser and returns its read calls, each with the first screen that makes it. */
export async function callsOf(address: string, { token, company }: Made, screens: readonly Screen[]): Promise<Call[]> {
  if (screens.length === 0) return []
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } })
    await signIn(context, address, token, company)
    const found = new Map<string, Call>()
    for (const screen of screens) {
      for (const shot of await readsOf(context, address, screen)) {
        const key = JSON.stringify(shot)
        if (!found.has(key)) found.set(key, { screen, shot })
      }
    }
    return [...found.values()]
  } finally {
    await browser.close()
  }
}

async function signIn(context: BrowserContext, address: string, token: string, company: string) {
  const me = await fetch(`${address}/innoe-webapi/model/user_info/do/my?flat=1`, { headers: { authorization: `Bearer ${token}` } })
  const { data } = (await me.json()) as { data: { sid: string } } // the envelope
  const session = {
    token, refresh_token: '', login_time: '', expires_at: '2099-01-01T00:00:00Z', user_sid: data.sid, avatar: null, company_sid: company, must_change_password: false, platform: 1,
  } // oxfmt-ignore
  await context.addInitScript((kept) => localStorage.setItem('innoe.session', kept), JSON.stringify(session))
}

const QUIET_MS = 1500
/** After this time a waiting screen has made its calls. */
const MAX_MS = 60_000

async function readsOf(context: BrowserContext, address: string, { name, path, type }: Screen): Promise<Shot[]> {
  const page = await context.newPage()
  const traffic = watch(page)
  try {
    await page.goto(`${address}/innoe-web${path}`)
    await traffic.rest(name)
    if (type === undefined) return traffic.requests().filter(isCall).map(shotOf)
    const before = traffic.requests().length
    await typeIntoPalette(page, type)
    await traffic.rest(name)
    return traffic.requests().slice(before).filter(isCall).map(shotOf)
  } finally {
    await page.close()
  }
}

/** A screen is complete when no request or rendering has been pending for a while. The stream of events never ends. */
function watch(page: Page) {
  const requests: Request[] = []
  const open = new Set<Request>()
  let last = performance.now()
  const end = (request: Request) => {
    open.delete(request)
    last = performance.now()
  }
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === EVENTS) return
    requests.push(request)
    open.add(request)
    last = performance.now()
  })
  page.on('requestfinished', end).on('requestfailed', end)
  const rest = async (name: string) => {
    const until = performance.now() + MAX_MS
    last = performance.now()
    while (open.size > 0 || performance.now() - last < QUIET_MS) {
      if (performance.now() > until)
        return console.error(`the screen “${name}” did not come to rest: ${[...open].map((one) => one.url()).join(', ')}`)
      const drawn = performance.now()
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
      if (performance.now() - drawn > 200) last = performance.now()
      await wait(50)
    }
  }
  return { requests: () => requests, rest }
}

async function typeIntoPalette(page: Page, text: string) {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').last().fill(text)
}

const EVENTS = '/innoe-webapi/events'
const API = '/innoe-webapi/model/'
const WRITES = /\/do\/(create|update|delete|transition)\b/
const isCall = (request: Request) => {
  const { pathname } = new URL(request.url())
  return pathname.startsWith(API) && !WRITES.test(pathname)
}

function shotOf(request: Request): Shot {
  const { pathname, search } = new URL(request.url())
  const body: unknown = request.postData() === null ? undefined : request.postDataJSON()
  return { method: request.method() === 'GET' ? 'GET' : 'POST', path: pathname + search, ...(body !== undefined && { body }) }
}
