// The words of the product and the tenant's own as rows of one list: in Chinese and English, and in a language that the tenant has added.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Lang } from '../../../model/kit/fields.ts'
import type { FurtherLanguage } from '../../../model/settings/languages/languages.ts'
import { keepLanguages, keepWords } from '../../../model/settings/languages/language-routes.ts'
import { searchWords, type Wording } from '../../../model/settings/setting-routes.ts'
import { useWrite } from '../../api/api.ts'
import { ask } from '../../api/call.ts'
import { everyWord, speakAnew } from '../../words/language.ts'

export const LANGUAGES = ['zh', 'en'] as const satisfies readonly Lang[]
export type WordRow = {
  key: string
  /** The model that it belongs to, or one of FURTHER_ONLY; empty for the words of screens. */
  model: string
  product: Record<Lang, string>
  /** Keyed by language. */
  own: Readonly<Record<string, string>>
}

type Texts = ReadonlyMap<string, string>

const KEY = ['words']

export const useWordRows = (further?: FurtherLanguage) =>
  useQuery({ queryKey: [...KEY, further?.code], queryFn: () => readRows(further?.code), staleTime: Infinity, meta: { faults: 'own' } })

async function readRows(further?: string): Promise<WordRow[]> {
  const languages = [...LANGUAGES, ...(further ? [further] : [])]
  const [screens, zh, en, ...own] = await Promise.all([readScreens(), readModels('zh'), readModels('en'), ...languages.map(readOwn)])
  const rowOf = (key: string, from: Record<Lang, Texts>, model: string): WordRow => ({
    key,
    model,
    product: { zh: from.zh.get(key) ?? '', en: from.en.get(key) ?? '' },
    own: Object.fromEntries(
      languages.flatMap((language, at) => {
        const text = own[at]?.get(key)
        return text === undefined ? [] : [[language, text]]
      }),
    ),
  })
  return [...[...zh.keys()].map((key) => rowOf(key, { zh, en }, modelOf(key))), ...[...screens.zh.keys()].map((key) => rowOf(key, screens, ''))]
}

/** In our languages, menus, views and statistics have their names as records, and a message is the product's. */
export const FURTHER_ONLY = ['menus', 'views', 'statistics', 'refusals'] as const
export const isFurtherOnly = ({ model }: Pick<WordRow, 'model'>) => FURTHER_ONLY.some((one) => one === model)

const NAMES = { menu: 'menus', view: 'views', statistic: 'statistics', refusal: 'refusals' } as const satisfies Record<
  string,
  (typeof FURTHER_ONLY)[number]
>
const isNamed = (kind: string): kind is keyof typeof NAMES => Object.hasOwn(NAMES, kind)

export function modelOf(key: string): string {
  const [kind = ''] = key.replace(/^help:/, '').split(/[.:]/)
  // `statistic` is also a model, with fields `statistic.name`.
  return isNamed(kind) && key.startsWith(`${kind}:`) ? NAMES[kind] : kind
}

const mapOf = (record: readonly Wording[]): Texts => new Map(record.map(({ key, text }) => [key, text]))
const readModels = async (language: Lang) => mapOf((await ask(searchWords, { language, product: true })).record)
const readOwn = async (language: string) => mapOf((await ask(searchWords, { language, own: true })).record)

/** The client's own words, which the server does not know. */
async function readScreens(): Promise<Record<Lang, Texts>> {
  const [zh, en] = await Promise.all([everyWord('zh'), everyWord('en')])
  return { zh: new Map(Object.entries(zh)), en: new Map(Object.entries(en)) }
}

export type Change = { key: string; texts: Readonly<Record<string, string>> }

/** An empty text restores the product's. This page speaks the new words at once, other open pages at their next load. */
export function useKeepWords() {
  const spoken = useSpokenAnew()
  return useWrite(
    'i18n',
    async ({ key, texts }: Change) => {
      for (const [language, text] of Object.entries(texts)) await ask(keepWords, { language, record: [{ key, text }] })
      await spoken()
    },
    { faults: 'own' },
  )
}

const BATCH_SIZE = 1000

/** `known`: the languages as the page shows them; a change by another person is not overwritten. */
type Languages = { languages: readonly FurtherLanguage[]; known: readonly FurtherLanguage[] }

/** Saves many words of one language; a language that the tenant does not have yet is added before. */
export function useKeepMany() {
  const spoken = useSpokenAnew()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ language, record, added }: { language: string; record: readonly Wording[]; added?: Languages }) => {
      if (added) {
        await ask(keepLanguages, added)
        // Should the words be refused, the next try finds the language there.
        await client.invalidateQueries({ queryKey: ['tenant'] })
      }
      for (let at = 0; at < record.length; at += BATCH_SIZE) await ask(keepWords, { language, record: record.slice(at, at + BATCH_SIZE) })
      await client.invalidateQueries({ queryKey: ['tenant'] })
      await spoken()
    },
    meta: { faults: 'own' },
  })
}

export function useKeepLanguages() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (changed: Languages) => ask(keepLanguages, changed),
    onSettled: () => client.invalidateQueries({ queryKey: ['tenant'] }),
    meta: { faults: 'own' },
  })
}

function useSpokenAnew() {
  const client = useQueryClient()
  return async () => {
    await client.invalidateQueries({ queryKey: KEY })
    await client.invalidateQueries({ queryKey: ['schema'] })
    await speakAnew()
  }
}

/** The text on screen if the tenant has no word in the further language. */
export const fallbackOf = ({ product, own }: WordRow, { fallback }: FurtherLanguage) => own[fallback] ?? product[fallback]

/** Not in the further language; of ours, Chinese in an English text, because a name was given in one language only. */
export function isMissing(row: WordRow, further?: FurtherLanguage) {
  const { product, own } = row
  if (further) return own[further.code] === undefined && fallbackOf(row, further) !== ''
  const zh = own['zh'] ?? product.zh
  const en = own['en'] ?? product.en
  return zh === '' || en === '' || /\p{Script=Han}/u.test(en)
}

export const isChanged = ({ own }: WordRow) => Object.keys(own).length > 0
