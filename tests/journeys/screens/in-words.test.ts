import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { MENUS } from '../../../seed/menus/enterprise.ts'
import type { SeedMenu } from '../../../seed/menus/seed-menu.ts'
import { runMonitor } from '../../../server/docketing/findings/monitor.ts'
import { openBrowser } from '../../harness/browser.ts'
import { faultsIn } from '../../harness/in-words.ts'
import { type Person, testServer } from '../../harness/server.ts'
import { follow, type Lang, pageOpener, settled } from '../../harness/visitor.ts'

const s = await testServer()
const people = {
  administrator: await s.enrol('system_admin', { name: '管理员', name_en: 'Ada Administrator' }),
  engineer: await s.enrol('ip_engineer', { name: '工程师', name_en: 'Erin Engineer' }),
  finance: await s.enrol('finance', { name: '财务', name_en: 'Fay Finance' }),
  inventor: await s.enrol('inventor', { name: '发明人', name_en: 'Iris Inventor' }),
} as const

async function made(model: string, values: Record<string, unknown>, as: Person = people.engineer) {
  const { data, message } = await s.call<{ sid: string }>(`${model}/do/create`, values, { as })
  assert.ok(data?.sid, `${model}: ${message}`)
  return data.sid
}

const applicant_sid = await made('applicant', { name: '示例科技', name_en: 'Example Technology', country: 'CN' })
const inventor_sid = await made('inventor', { name: '发明人', name_en: 'Iris Inventor', user_sid: people.inventor.sid })
const shared = {
  applicants: [{ applicant_sid }],
  inventors: [{ inventor_sid, contribution_pct: '100' }],
  owner_sid: people.engineer.sid,
  claims_count: 14,
}
const patent = (values: Record<string, unknown>) =>
  made('patent', { title: '散热器', title_en: 'Heat sink', patent_type: 'INVENTION', ...shared, ...values })

/** One case of each course: what a department of a middle-sized company has. */
const cases = {
  granted: await patent({ country: 'CN', status: 'GRANTED', application_no: '202110123456.7', filing_date: '2021-03-03', grant_date: '2023-05-05' }).catch(() => patent({ country: 'CN', status: 'GRANTED', filing_date: '2021-03-03', grant_date: '2023-05-05' })),
  examined: await patent({ country: 'CN', status: 'SE', filing_date: '2024-03-04' }),
  american: await patent({ country: 'US', status: 'DRAFTING', filing_date: '2025-02-03' }),
  european: await patent({ country: 'EP', status: 'DRAFTING', filing_date: '2023-02-01', publication_date: '2024-08-07' }),
  japanese: await patent({ country: 'JP', status: 'DRAFTING', filing_date: '2025-02-03' }),
  korean: await patent({ country: 'KR', status: 'DRAFTING', filing_date: '2025-02-03' }),
  international: await patent({ country: 'WO', status: 'DRAFTING', filing_date: '2025-10-01' }),
} // oxfmt-ignore
await made('official_event', { case_sid: cases.examined, code: 'CN14', event_date: '2026-02-02', delivery_way: 'ELECTRONIC' })
await made('deadline', { name: '致电审查员', name_en: 'Call the examiner', case_sid: cases.granted, official_due: '2027-02-02' })
await runMonitor(s.tenant)

const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const openPage = pageOpener(browser, address)

const pathsOf = (menus: readonly SeedMenu[]): string[] => menus.flatMap(({ path, children }) => [...(path ? [path] : []), ...pathsOf(children ?? [])])
const first = async (model: string, as: Person, iql = '') => {
  const { data } = await s.call<{ record: { sid: string }[] }>(`${model}/do/search`, { fl: ['sid'], iql, rows: 1 }, { as })
  return data?.record?.[0]?.sid
}
const TABS = ['', 'timeline', 'documents', 'deadlines&which=all', 'fees&which=all', 'fees&which=life', 'relations', 'changes']
const onCase = (sid: string) => TABS.map((tab) => `/patents/${sid}${tab && `?tab=${tab}`}`)
const BUCKETS = ['losing', 'restorable', 'missed', 'overdue', 'year', 'awaited', 'undated', 'all']

async function pathsFor(who: keyof typeof people): Promise<string[]> {
  const as = people[who]
  if (who === 'inventor') return ['/home', '/patents', `/patents/${cases.granted}`, '/me']
  if (who === 'finance')
    return ['/home', '/annuities', '/annuities?month=late', '/annuities/payments', '/m/fee', '/m/deadline_rule', '/m/fee_schedule', '/me']
  const records = [
    'deadline',
    'fee',
    'official_event',
    'finding',
    'deadline_rule',
    'fee_schedule',
    'document_type',
    'applicant',
    'inventor',
    'user_info',
  ]
  const details = await Promise.all(records.map(async (model) => [model, await first(model, as)] as const))
  const opened = details.flatMap(([model, sid]) => (sid ? [`/m/${model}/${sid}`] : []))
  if (who === 'administrator')
    return [
      ...pathsOf(MENUS).filter((path) => path !== BOTH_LANGUAGES),
      ...opened,
      '/m/deadline_rule/new',
      '/m/fee_schedule/new',
      '/m/role/new',
      '/m/custom_field/new',
    ]
  const deadlines = await s.call<{ record: { sid: string }[] }>('deadline/do/search', { fl: ['sid'], iql: 'ORDER BY final_due ASC', rows: 6 }, { as })
  return [
    ...[cases.granted, cases.examined, cases.european].flatMap(onCase),
    ...[cases.american, cases.japanese, cases.korean, cases.international].flatMap((sid) => [`/patents/${sid}`, `/patents/${sid}?tab=deadlines&which=all`]),
    ...BUCKETS.map((bucket) => `/deadlines?owner=all&bucket=${bucket}`),
    ...(deadlines.data?.record ?? []).map(({ sid }) => `/deadlines?owner=all&bucket=all&open=${sid}`),
    ...opened, '/home', '/deadlines?owner=all&bucket=all&view=calendar', '/annuities', '/m/deadline', '/m/fee', '/m/finding', '/m/official_event', '/m/document',
    '/patents', '/patents/new', '/m/official_event/new', '/m/fee/new', '/deadlines?new=1', `/m/case`,
  ] // oxfmt-ignore
}

/** All that a reader sees or hears of the page, once nothing on it waits. */
async function textOf(page: Page): Promise<string> {
  await settled(page)
  return await page.evaluate(() => {
    // A name in the other language is marked as such, so that screen readers know it too.
    const other = `body [lang]:not([lang='${document.documentElement.lang}'])`
    const hidden = document.createElement('style')
    hidden.textContent = `${other} { display: none !important }`
    document.head.append(hidden)
    const text = document.body.innerText
    hidden.remove()
    const named = [...document.querySelectorAll('[title], [aria-label], [placeholder]')].flatMap((one) =>
      one.parentElement?.closest(other) ? [] : ['title', 'aria-label', 'placeholder'].map((name) => one.getAttribute(name) ?? ''),
    )
    return [document.title, text, ...new Set(named)].join('\n')
  })
}

const TYPED: Readonly<Record<'zh' | 'en', readonly string[]>> = {
  zh: ['Call the examiner', 'Example Technology', 'Heat sink', 'English'],
  en: ['简体中文', '总公司'],
}
/** The screen on which every word is edited shows both languages and the keys. */
const BOTH_LANGUAGES = '/settings/words'
/** Where an administrator keeps the catalogues, their codes and sources are what is edited. */
const CATALOGUE = /^\/m\/(deadline_rule|fee_schedule|document_type|dictionary_item)/
/** A template has the name that its documents have, in their language. */
const NAMED_IN_OWN_LANGUAGE = /^\/m\/document_template/
const OTHER_LANGUAGE = /^(English on a Chinese|Chinese on an English) screen/
const OF_CATALOGUES = /^(code of|English on a Chinese screen)/

// Of the many screens of administrators the words are compared in English: what is left in Chinese, and every code, shows there.
const LANGUAGES = { engineer: ['zh', 'en'], administrator: ['en'], finance: ['zh', 'en'], inventor: ['zh', 'en'] } as const

/** Of two languages each has every second screen, and of the next case the other tabs; all are walked in both where INNOE_BOTH_LANGUAGES is set. */
const isWalked = (at: number, lang: Lang, languages: readonly Lang[]) =>
  process.env['INNOE_BOTH_LANGUAGES'] !== undefined || (at + Math.floor(at / TABS.length)) % languages.length === languages.indexOf(lang)

for (const who of ['engineer', 'administrator', 'finance', 'inventor'] as const)
  for (const lang of LANGUAGES[who])
    test(`the screens of the ${who} show no codes and no other language: ${lang}`, { timeout: 280_000 }, async () => {
      const faults: string[] = []
      const { page, load, done } = await openPage({ lang, as: people[who] })
      await load('/me')
      for (const [at, path] of (await pathsFor(who)).entries()) {
        if (!isWalked(at, lang, LANGUAGES[who])) continue
        await follow(page, path)
        const found = faultsIn(await textOf(page), lang, [...TYPED[lang], ...Object.values(people).map(({ account }) => account)])
        const counted = found.filter(
          (one) =>
            !(who === 'administrator' && CATALOGUE.test(path) && OF_CATALOGUES.test(one)) &&
            !(NAMED_IN_OWN_LANGUAGE.test(path) && OTHER_LANGUAGE.test(one)),
        )
        faults.push(...counted.map((one) => `${path.replaceAll(/[0-9a-f-]{36}/g, '…')}  ${one}`))
      }
      await done()
      assert.deepEqual([...new Set(faults)].toSorted(), [])
    })
