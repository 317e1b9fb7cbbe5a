// The words of the product and the tenant's own, in both languages, as rows of one list.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Lang } from '../../../model/kit/fields.ts'
import { keepWords, searchWords } from '../../../model/settings/setting-routes.ts'
import { useWrite } from '../../api/api.ts'
import { ask } from '../../api/call.ts'
import { everyWord, speakAnew } from '../../words/language.ts'

export const LANGUAGES = ['zh', 'en'] as const satisfies readonly Lang[]
export type WordRow = {
  key: string
  /** The model that it belongs to; empty for the words of screens. */
  model: string
  product: Record<Lang, string>
  own: Partial<Record<Lang, string>>
}

type Texts = ReadonlyMap<string, string>

const KEY = ['words']

export const useWordRows = () => useQuery({ queryKey: KEY, queryFn: readRows, staleTime: Infinity, meta: { faults: 'own' } })

async function readRows(): Promise<WordRow[]> {
  const [screens, zh, en, ownZh, ownEn] = await Promise.all([readScreens(), ...LANGUAGES.map(readModels), ...LANGUAGES.map(readOwn)])
  const [models, own] = [
    { zh: zh ?? new Map(), en: en ?? new Map() },
    { zh: ownZh ?? new Map(), en: ownEn ?? new Map() },
  ]
  const rowOf = (key: string, from: Record<Lang, Texts>, model: string): WordRow => ({
    key,
    model,
    product: { zh: from.zh.get(key) ?? '', en: from.en.get(key) ?? '' },
    own: Object.fromEntries(LANGUAGES.flatMap((lang) => (own[lang].has(key) ? [[lang, own[lang].get(key)]] : []))),
  })
  return [...[...models.zh.keys()].map((key) => rowOf(key, models, modelOf(key))), ...[...screens.zh.keys()].map((key) => rowOf(key, screens, ''))]
}

const modelOf = (key: string) => key.split(/[.:]/)[0] ?? ''

const mapOf = (record: readonly { key: string; text: string }[]): Texts => new Map(record.map(({ key, text }) => [key, text]))
const readModels = async (language: Lang) => mapOf((await ask(searchWords, { language, product: true })).record)
const readOwn = async (language: Lang) => mapOf((await ask(searchWords, { language, own: true })).record)

/** The client's own words, which the server does not know. */
async function readScreens(): Promise<Record<Lang, Texts>> {
  const [zh, en] = await Promise.all([everyWord('zh'), everyWord('en')])
  return { zh: new Map(Object.entries(zh)), en: new Map(Object.entries(en)) }
}

export type Change = { key: string; texts: Readonly<Partial<Record<Lang, string>>> }

/** An empty text restores the product's. This page speaks the new words at once, other open pages at their next load. */
export function useKeepWords(lang: Lang) {
  const client = useQueryClient()
  return useWrite(
    'i18n',
    async ({ key, texts }: Change) => {
      for (const language of LANGUAGES) {
        const text = texts[language]
        if (text !== undefined) await ask(keepWords, { language, record: [{ key, text }] })
      }
      await client.invalidateQueries({ queryKey: KEY })
      await client.invalidateQueries({ queryKey: ['schema'] })
      await speakAnew(lang)
    },
    { faults: 'own' },
  )
}

/** Chinese in an English text: a name was given in one language only. */
export const isMissing = ({ product, own }: WordRow) => {
  const zh = own.zh ?? product.zh
  const en = own.en ?? product.en
  return zh === '' || en === '' || /\p{Script=Han}/u.test(en)
}

export const isChanged = ({ own }: WordRow) => own.zh !== undefined || own.en !== undefined
