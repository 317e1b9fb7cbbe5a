import { waysToShare } from '../../../model/settings/setting-actions.ts'
// Saved list views: own ones, and those shared by colleagues and administrators.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Rec } from '../../api/api.ts'
import { act, doVerb, useRemove, useSave, useSession } from '../../api/api.ts'
import type { Lang } from '../../../model/kit/fields.ts'
import { useWords } from '../../words/language.ts'
import { isRef, sidOf } from '../../fields/names.ts'
import { quoted } from '../../api/iql.ts'
import type { Column } from '../list/list-settings.ts'

export const SHARES = ['OWN', 'COMPANY', 'ROLES', 'SYSTEM'] as const
export type Share = (typeof SHARES)[number]
export type View = {
  sid: string
  name: string
  /** The name field in the user's language, which a rename changes. */
  nameField: 'name' | 'name_en'
  iql: string
  columns: Column[] | undefined
  share: Share
  roles: string[]
  maker: string
  isMine: boolean
}

const MODEL = 'saved_view'
const FL = ['sid', 'version', 'name', 'name_en', 'iql', 'columns', 'share', 'role_sids', 'created_by']

export function useViews(entity: string) {
  const me = useSession()?.user_sid
  const { lang } = useWords()
  const found = useQuery({
    queryKey: [MODEL, 'of', entity],
    queryFn: () => doVerb(MODEL, 'search', { fl: FL, iql: `entity = ${quoted(entity)} ORDER BY created_at ASC`, rows: 100, total: 'none' }),
    staleTime: 60_000,
    // Without views the list itself still works.
    meta: { faults: 'own' },
  })
  const record = found.data?.record
  const views = useMemo(() => {
    const all = (record ?? []).map((one) => viewOf(one, me, lang))
    return SHARES.flatMap((share) => all.filter((view) => view.share === share))
  }, [record, me, lang])
  return { views, isReady: !found.isPending }
}

/** The audiences with which this person may share a view. */
export const useWaysToShare = (enabled: boolean) =>
  useQuery({ queryKey: [MODEL, 'ways'], queryFn: () => act(waysToShare, {}), enabled, staleTime: 300_000, meta: { faults: 'own' } }).data ?? []

export const useSaveView = () => useSave(MODEL, {})
export const useRemoveView = () => useRemove(MODEL)

function viewOf(record: Rec, me: string | undefined, lang: Lang): View {
  const maker = record['created_by']
  return {
    sid: record.sid,
    name: String((lang === 'en' && record['name_en']) || record['name']),
    nameField: lang === 'en' && record['name_en'] ? 'name_en' : 'name',
    iql: String(record['iql'] ?? ''),
    // Written by this client; unknown columns are left out on display.
    columns: Array.isArray(record['columns']) ? (record['columns'] as Column[]) : undefined,
    share: SHARES.find((share) => share === record['share']) ?? 'OWN',
    roles: Array.isArray(record['role_sids']) ? record['role_sids'].map(sidOf) : [],
    maker: isRef(maker) ? maker.name : '',
    isMine: sidOf(maker) === me,
  }
}
