// One language at a time is loaded, and what is said behind the login only there; switching needs no reload.
import type { Locale } from 'antd/es/locale'
import dayjs from 'dayjs'
import { useSyncExternalStore } from 'react'
import type { Lang } from '../../model/kit/fields.ts'
import { bearing } from '../api/call.ts'
import { fill } from './fill.ts'
import type { zh } from './zh/zh.ts'
import type { zhInside } from './zh/inside.ts'

export type Word = keyof typeof zh | keyof typeof zhInside
export type Say = (word: Word, facts?: Readonly<Record<string, string | number>>) => string
type Spoken = { t: Say; lang: Lang; tag: string; locale: Locale | undefined }

const KEY = 'innoe.language'
const TAGS = { zh: 'zh-CN', en: 'en' } as const
const LOADERS = {
  zh: async () => (await import('./zh/outside.ts')).outside,
  en: async () => (await import('./en/outside.ts')).outside,
}
const INSIDE = {
  zh: async () => (await import('./zh/inside.ts')).zhInside,
  en: async () => (await import('./en/inside.ts')).enInside,
} as const

let isInside = false
const listeners = new Set<() => void>()
let spoken: Spoken = { t: (word) => word, lang: 'zh', tag: TAGS.zh, locale: undefined }

export const chosenLanguage = (): Lang => {
  const kept = localStorage.getItem(KEY)
  return kept === 'zh' || kept === 'en' ? kept : navigator.language.startsWith('zh') ? 'zh' : 'en'
}

export async function speak(lang: Lang) {
  const outside = await LOADERS[lang]()
  // Asked for only now: the first screen may be one behind the login, and says so while its language is on the way.
  const words: Partial<Record<Word, string>> = { ...outside.words, ...(isInside && (await INSIDE[lang]())) }
  dayjs.locale(lang === 'zh' ? 'zh-cn' : 'en')
  bearing.language = TAGS[lang]
  document.documentElement.lang = TAGS[lang]
  localStorage.setItem(KEY, lang)
  spoken = { t: (word, facts) => fill(words[word] ?? word, facts), lang, tag: TAGS[lang], locale: outside.locale }
  for (const listener of listeners) listener()
}

/** From here on also what is said behind the login. */
export async function speakInside() {
  if (isInside) return
  isInside = true
  await speak(chosenLanguage()).catch((fault: unknown) => {
    isInside = false
    throw fault
  })
}

export const useWords = (): Spoken => useSyncExternalStore(subscribe, () => spoken)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
