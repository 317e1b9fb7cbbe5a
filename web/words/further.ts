// The texts of a further language of the tenant: its words, and those of the component library, if the library has them.
import type { Locale } from 'antd/es/locale'
import { furtherWords } from '../../model/settings/languages/language-routes.ts'
import { ask } from '../api/call.ts'
import { ApiFault } from '../api/fault.ts'

type Words = Readonly<Record<string, string>>
/** `days`: the name under which the date library knows the language. */
export type Further = { code: string; words: Words; locale: Locale | undefined; days: string | undefined }
type Library = { locale: Locale; days: string }

const library = async (days: string, locale: Promise<{ default: Locale }>, loading: Promise<unknown>): Promise<Library> => {
  const [words] = await Promise.all([locale, loading])
  return { locale: words.default, days }
}

/** The languages of the trade that the component library supports itself; in another one its texts are in the fallback. */
const LIBRARIES: Readonly<Record<string, () => Promise<Library>>> = {
  cs: () => library('cs', import('antd/es/locale/cs_CZ'), import('dayjs/locale/cs')),
  da: () => library('da', import('antd/es/locale/da_DK'), import('dayjs/locale/da')),
  de: () => library('de', import('antd/es/locale/de_DE'), import('dayjs/locale/de')),
  es: () => library('es', import('antd/es/locale/es_ES'), import('dayjs/locale/es')),
  fi: () => library('fi', import('antd/es/locale/fi_FI'), import('dayjs/locale/fi')),
  fr: () => library('fr', import('antd/es/locale/fr_FR'), import('dayjs/locale/fr')),
  id: () => library('id', import('antd/es/locale/id_ID'), import('dayjs/locale/id')),
  it: () => library('it', import('antd/es/locale/it_IT'), import('dayjs/locale/it')),
  ja: () => library('ja', import('antd/es/locale/ja_JP'), import('dayjs/locale/ja')),
  ko: () => library('ko', import('antd/es/locale/ko_KR'), import('dayjs/locale/ko')),
  nl: () => library('nl', import('antd/es/locale/nl_NL'), import('dayjs/locale/nl')),
  pl: () => library('pl', import('antd/es/locale/pl_PL'), import('dayjs/locale/pl')),
  pt: () => library('pt', import('antd/es/locale/pt_PT'), import('dayjs/locale/pt')),
  'pt-br': () => library('pt-br', import('antd/es/locale/pt_BR'), import('dayjs/locale/pt-br')),
  ru: () => library('ru', import('antd/es/locale/ru_RU'), import('dayjs/locale/ru')),
  sv: () => library('sv', import('antd/es/locale/sv_SE'), import('dayjs/locale/sv')),
  th: () => library('th', import('antd/es/locale/th_TH'), import('dayjs/locale/th')),
  tr: () => library('tr', import('antd/es/locale/tr_TR'), import('dayjs/locale/tr')),
  vi: () => library('vi', import('antd/es/locale/vi_VN'), import('dayjs/locale/vi')),
  'zh-tw': () => library('zh-tw', import('antd/es/locale/zh_TW'), import('dayjs/locale/zh-tw')),
}

const known = new Map<string, Promise<Further>>()
const keyOf = (code: string) => `innoe.words.${code}`

/** After the tenant's words have changed. */
export function forgetFurther() {
  for (const code of known.keys()) localStorage.removeItem(keyOf(code))
  known.clear()
}

/**
 * Prevents a first page in the fallback: the words stored in this browser are used at once,
 * and `onNew` is called if the tenant has changed them.
 */
export function readFurther(code: string, onNew: () => void): Promise<Further> {
  const before = known.get(code)
  if (before) return before
  const kept = keptWords(code)
  const reading = readWords(code)
  const made = (words: Words | undefined) => furtherOf(code, words)
  const now = kept ? made(kept) : reading.then(made)
  known.set(code, now)
  if (kept)
    void reading.then((words) => {
      if (!words || known.get(code) !== now || JSON.stringify(words) === JSON.stringify(kept)) return
      known.set(code, made(words))
      onNew()
    })
  return now
}

async function furtherOf(code: string, words: Words = {}): Promise<Further> {
  const read = await (LIBRARIES[code] ?? LIBRARIES[code.slice(0, 2)])?.().catch(() => undefined)
  return { code, words, locale: read?.locale, days: read?.days }
}

/** Undefined where the server is away, and without words where the tenant no longer has the language. */
async function readWords(code: string): Promise<Words | undefined> {
  const answer = await ask(furtherWords, {}, { path: { language: code }, anonymous: true }).catch((fault: unknown) =>
    fault instanceof ApiFault && fault.status === 404 ? { record: [] } : undefined,
  )
  if (!answer) return undefined
  const words = Object.fromEntries(answer.record.map(({ key, text }) => [key, text]))
  keepWords(code, words)
  return words
}

function keptWords(code: string): Words | undefined {
  const kept = localStorage.getItem(keyOf(code))
  return kept ? (JSON.parse(kept) as Words) : undefined // as keepWords writes it
}

function keepWords(code: string, words: Words) {
  try {
    localStorage.setItem(keyOf(code), JSON.stringify(words))
  } catch {
    // A full storage: the words are read again by the next page.
  }
}
