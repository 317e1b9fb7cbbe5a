// One language at a time is loaded; switching needs no reload.
import type { Locale } from 'antd/es/locale'
import dayjs from 'dayjs'
import i18next from 'i18next'
import { useCallback } from 'react'
import { initReactI18next, useTranslation } from 'react-i18next'
import type { Lang } from '../../model/kit/fields.ts'
import { bearing } from '../call.ts'
import type { zh } from './zh.ts'

export type Word = keyof typeof zh
export type Say = (word: Word, facts?: Record<string, string | number>) => string

const KEY = 'innoe.language'
const LOADERS = {
  zh: async () => [(await import('./zh.ts')).zh, (await import('antd/es/locale/zh_CN')).default] as const,
  en: async () => [(await import('./en.ts')).en, (await import('antd/es/locale/en_US')).default] as const,
}
const TAGS = { zh: 'zh-CN', en: 'en' } as const
const locales: Partial<Record<Lang, Locale>> = {}

export const chosenLanguage = (): Lang => {
  const kept = localStorage.getItem(KEY)
  return kept === 'zh' || kept === 'en' ? kept : navigator.language.startsWith('zh') ? 'zh' : 'en'
}

export async function speak(lang: Lang) {
  const [words, locale] = await LOADERS[lang]()
  locales[lang] = locale
  if (!i18next.isInitialized) {
    const options = { keySeparator: false, nsSeparator: false, interpolation: { escapeValue: false }, returnNull: false } as const
    await i18next.use(initReactI18next).init({ ...options, lng: lang, resources: {}, react: { useSuspense: false } })
  }
  i18next.addResourceBundle(lang, 'translation', words)
  if (lang === 'zh') await import('dayjs/locale/zh-cn')
  dayjs.locale(lang === 'zh' ? 'zh-cn' : 'en')
  bearing.language = TAGS[lang]
  document.documentElement.lang = TAGS[lang]
  localStorage.setItem(KEY, lang)
  await i18next.changeLanguage(lang)
}

export function useWords(): { t: Say; lang: Lang; tag: string; locale: Locale | undefined } {
  const { t, i18n } = useTranslation()
  const lang: Lang = i18n.language === 'en' ? 'en' : 'zh'
  const say = useCallback<Say>((word, facts) => t(word, facts ?? {}), [t])
  return { t: say, lang, tag: TAGS[lang], locale: locales[lang] }
}
