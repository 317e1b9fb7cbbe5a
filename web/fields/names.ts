// The names, search and display of records of other models.
import { quoted } from '../api/iql.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { dayIn } from '../../model/kit/days/day-text.ts'
import type { Lang } from '../../model/kit/fields.ts'
import type { Ref, WireSchema } from '../../model/kit/wire/wire.ts'
import { doVerb, useSchema } from '../api/api.ts'
import { useWords } from '../words/language.ts'

export const isRef = (value: unknown): value is Ref => typeof value === 'object' && value !== null && 'sid' in value && typeof value.sid === 'string'

export const sidOf = (value: unknown): string => (isRef(value) ? value.sid : typeof value === 'string' ? value : '')

/** The display name of a record; in English its English name, if any, also before a short name that is not English. */
export function displayName(record: Readonly<Record<string, unknown>>, schema: WireSchema | undefined, lang: Lang): string {
  const labelOf = (code: string) => schema?.fields.find((field) => field.code === code)?.options?.find((one) => one.code === record[code])?.label
  const english = (code: string) => (lang === 'en' && textOf(record[englishOf(schema, code)], lang)) || ''
  const named = (code: string) => english(code) || (labelOf(code) ?? textOf(record[code], lang))
  const display = schema?.display ?? []
  const parts = [...(schema?.display_first ? display.map(english) : []), ...display.map(named)].filter(Boolean)
  return (schema?.display_first ? parts.slice(0, 1) : parts).join(' ') || named('name') || String(record['sid'] ?? '')
}

/** The field with the English name: that of the role for the title of a case, or else the one with `_en`. */
export function englishOf(schema: WireSchema | undefined, code: string): string {
  const { title, title_en } = schema?.case?.roles ?? {}
  return code === title && title_en ? title_en : `${code}_en`
}

/** The fields of the display name, in either language. */
export function shownOf(schema: WireSchema | undefined): string[] {
  const english = (schema?.display ?? []).map((code) => englishOf(schema, code))
  return [...(schema?.display ?? []), ...english.filter((code) => schema?.fields.some((field) => field.code === code))]
}

const textOf = (value: unknown, lang: Lang): string =>
  isRef(value) ? value.name : typeof value === 'string' || typeof value === 'number' ? dayIn(String(value), lang) : ''

const PAGE = 20

/** A page of the records whose name contains these words, named like a reference of the server; scrolling loads more. */
export function useFound(model: string, text: string, enabled: boolean) {
  const { lang } = useWords()
  const schema = useSchema(enabled ? model : undefined).data
  const fl = shownOf(schema)
  const named = fl.filter((code) => schema?.fields.some((field) => field.code === code && (field.type === 'string' || field.type === 'text')))
  const valid = schema?.fields.some((field) => field.code === 'valid') ? 'valid = TRUE' : ''
  // Indexes find words and numbers; other names are searched directly.
  const isIndexed = schema?.fields.some((field) => field.words || field.number)
  const asked = isIndexed ? ['ANY'] : named
  const match = text.trim() ? asked.map((code) => `${code} CONTAINS ${quoted(text.trim())}`).join(' OR ') : ''
  const iql = [valid, match && `(${match})`].filter(Boolean).join(' AND ')
  const found = useInfiniteQuery({
    queryKey: [model, 'found', iql],
    queryFn: ({ pageParam }) => doVerb(model, 'search', { fl, iql, rows: PAGE, start: pageParam, total: 'capped' }),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.start + last.record.length < (last.total ?? 0) ? last.start + PAGE : undefined),
    enabled: enabled && Boolean(schema),
    staleTime: 30_000,
  })
  const refs: Ref[] =
    found.data?.pages.flatMap((page) => page.record.map((record) => ({ sid: record.sid, name: displayName(record, schema, lang) }))) ?? []
  return { ...found, refs }
}

/** Fetches names for sids without one, as from an address. */
export function useNames(model: string | undefined, sids: readonly string[]): ReadonlyMap<string, string> {
  const { lang } = useWords()
  const schema = useSchema(sids.length > 0 ? model : undefined).data
  const wanted = sids.filter((sid) => /^[0-9a-f-]{36}$/i.test(sid))
  const { data } = useQuery({
    queryKey: [model, 'names', wanted, lang],
    queryFn: () =>
      doVerb(model ?? '', 'search', {
        fl: shownOf(schema),
        iql: `sid IN (${wanted.map(quoted).join(', ')})`,
        rows: 100,
        total: 'none',
      }),
    enabled: Boolean(schema) && wanted.length > 0,
    staleTime: 60_000,
  })
  return new Map(data?.record.map((record) => [record.sid, displayName(record, schema, lang)]))
}
