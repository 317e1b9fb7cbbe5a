// One language at a time is loaded: first the texts before login, then those behind it, then those of the screens of one area.
// Switching needs no reload.
import type { Locale } from 'antd/es/locale'
import dayjs from 'dayjs'
import { useSyncExternalStore } from 'react'
import type { Lang } from '../../model/kit/fields.ts'
import { searchWords } from '../../model/settings/setting-routes.ts'
import { ask, bearing } from '../api/call.ts'
import { isInside, readSession } from '../api/tokens.ts'
import { fill } from './fill.ts'
import type { Further } from './further.ts'
import type { zh } from './zh/zh.ts'
import { type Part, PARTS, type SentencesOfParts } from './parts.ts'

type Sentences = typeof zh & SentencesOfParts
export type Word = keyof Sentences
type Facts = Readonly<Record<string, string | number>>

/** The facts that a sentence names: `{{count}}`, or `{{count|row|rows}}`. */
type NamedIn<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? (Name extends `${infer Own}|${string}` ? Own : Name) | NamedIn<Rest>
  : never
type IsUnion<T, All = T> = T extends T ? ([All] extends [T] ? false : true) : never

/** A word that is written out takes exactly the facts that its sentence names; one that is chosen at run time takes any. */
export type FactsOf<W extends Word> =
  true extends IsUnion<W>
    ? [facts?: Facts]
    : [NamedIn<Sentences[W]>] extends [never]
      ? []
      : [facts: Readonly<Record<NamedIn<Sentences[W]>, string | number>>]
export type Say = <W extends Word>(word: W, ...facts: FactsOf<W>) => string
type Spoken = { t: Say; lang: Lang; tag: string; locale: Locale | undefined }

const KEY = 'innoe.language'
const FURTHER = 'innoe.further'
const TAGS = { zh: 'zh-CN', en: 'en' } as const
const LOADERS = {
  zh: async () => (await import('./zh/outside.ts')).outside,
  en: async () => (await import('./en/outside.ts')).outside,
}

const asked = new Map<Part, Promise<void>>()
const loaded: Record<Lang, Texts> = { zh: {}, en: {} }
/** The tenant's own wording of the client: empty while it is read, absent until then. */
const own: Partial<Record<Lang, Texts>> = {}
/** The language of the tenant's own in which this person reads; `lang` is then its fallback. */
let further: Further | undefined
const listeners = new Set<() => void>()
let spoken: Spoken = { t: (word, ..._facts) => word, lang: 'zh', tag: TAGS.zh, locale: undefined }

export const chosenLanguage = (): Lang => {
  const kept = localStorage.getItem(KEY)
  return kept === 'zh' || kept === 'en' ? kept : navigator.language.startsWith('zh') ? 'zh' : 'en'
}

/** The language that this person has chosen in this browser. */
export const speakAsChosen = () => speak(chosenLanguage(), localStorage.getItem(FURTHER) ?? '')

/** `code`: a language that the tenant has added, whose fallback is `lang`. */
export async function speak(lang: Lang, code = '') {
  const outside = await LOADERS[lang]()
  // The parts are read only now: the first screen may be one behind the login, and asks for its part while its language is loading.
  const parts = await Promise.all([...asked.keys()].map((part) => PARTS[part][lang]()))
  further = code ? await (await import('./further.ts')).readFurther(code, () => void speakAsChosen()) : undefined
  // Two parts may be loaded at the same time: each keeps the words that the other has added.
  Object.assign(loaded[lang], outside.words, ...parts)
  dayjs.locale(further?.days ?? (lang === 'zh' ? 'zh-cn' : 'en'))
  const tag = code || TAGS[lang]
  bearing.language = code ? `${code},${lang};q=0.5` : tag
  document.documentElement.lang = tag
  localStorage.setItem(KEY, lang)
  localStorage.setItem(FURTHER, code)
  say(lang, outside.locale)
  if (!own[lang] && asked.size > 0 && isInside(readSession())) void sayOwn(lang, outside.locale)
}

/** After a change of the tenant's own words: each language fetches them again. */
export async function speakAnew() {
  delete own.zh
  delete own.en
  if (further) (await import('./further.ts')).forgetFurther()
  await speakAsChosen()
}

type Texts = Partial<Record<Word, string>>

function say(lang: Lang, locale: Locale) {
  const words: Texts = { ...loaded[lang], ...own[lang], ...further?.words }
  const tag = further?.code ?? TAGS[lang]
  const t: Say = (word, ...given) => {
    const [facts]: readonly (Facts | undefined)[] = given // each form of FactsOf holds one object of facts or none
    return fill(words[word] ?? word, facts, further && tag)
  }
  bearing.say = (word) => t(word)
  spoken = { t, lang, tag, locale: further?.locale ?? locale }
  for (const listener of listeners) listener()
}

/** No page waits for the tenant's own wording, and without it the product's words stand. It is asked for once, unless the call fails. */
async function sayOwn(lang: Lang, locale: Locale) {
  const reading: Texts = (own[lang] = {})
  const answer = await ask(searchWords, { language: lang, own: true }).catch(() => undefined)
  if (own[lang] !== reading) return
  if (!answer) delete own[lang]
  else own[lang] = Object.fromEntries(answer.record.map(({ key, text }) => [key, text]))
  if (answer && answer.record.length > 0 && spoken.lang === lang) say(lang, locale)
}

/** All texts of the client in a language, whether or not its screens are open. */
export async function everyWord(lang: Lang): Promise<Readonly<Record<string, string>>> {
  const parts = await Promise.all(Object.values(PARTS).map((part) => part[lang]()))
  return Object.assign({}, (await LOADERS[lang]()).words, ...parts)
}

/** Also loads the texts behind the login (`inside`), or of the screens of one area; calls in the meantime wait for the same load. */
export function speakAlso(part: Part): Promise<void> {
  const known = asked.get(part)
  if (known) return known
  const loading = speakAsChosen().catch((fault: unknown) => {
    asked.delete(part)
    throw fault
  })
  asked.set(part, loading)
  return loading
}

/** The name of a menu, a view or a statistic in a further language; they themselves are named in Chinese and English only. */
export const furtherName = (kind: 'menu' | 'view' | 'statistic', code: unknown): string | undefined =>
  typeof code === 'string' ? further?.words[`${kind}:${code}`] : undefined

const now = () => spoken

export const useWords = (): Spoken => useSyncExternalStore(subscribe, now, now)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
