// One language at a time is loaded; switching needs no reload.
import type { Locale } from 'antd/es/locale'
import dayjs from 'dayjs'
import { useSyncExternalStore } from 'react'
import type { Lang } from '../../model/kit/fields.ts'
import { bearing } from '../call.ts'
import { fill } from './fill.ts'
import type { zh } from './zh.ts'

export type Word = keyof typeof zh
export type Say = (word: Word, facts?: Readonly<Record<string, string | number>>) => string
type Spoken = { t: Say; lang: Lang; tag: string; locale: Locale | undefined }

const KEY = 'innoe.language'
const TAGS = { zh: 'zh-CN', en: 'en' } as const
const LOADERS = {
  zh: async () => [(await import('./zh.ts')).zh, (await import('antd/es/locale/zh_CN')).default, await import('dayjs/locale/zh-cn')] as const,
  en: async () => [(await import('./en.ts')).en, (await import('antd/es/locale/en_US')).default] as const,
}

const listeners = new Set<() => void>()
let spoken: Spoken = { t: (word) => word, lang: 'zh', tag: TAGS.zh, locale: undefined }

export const chosenLanguage = (): Lang => {
  const kept = localStorage.getItem(KEY)
  return kept === 'zh' || kept === 'en' ? kept : navigator.language.startsWith('zh') ? 'zh' : 'en'
}

export async function speak(lang: Lang) {
  const [words, locale] = await LOADERS[lang]()
  dayjs.locale(lang === 'zh' ? 'zh-cn' : 'en')
  bearing.language = TAGS[lang]
  document.documentElement.lang = TAGS[lang]
  localStorage.setItem(KEY, lang)
  spoken = { t: (word, facts) => fill(words[word], facts), lang, tag: TAGS[lang], locale }
  for (const listener of listeners) listener()
}

export const useWords = (): Spoken => useSyncExternalStore(subscribe, () => spoken)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
