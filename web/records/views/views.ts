// Saved list views: own ones, and those shared by colleagues and administrators.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Rec } from '../../api/api.ts'
import { doVerb, useRemove, useSave, useSession } from '../../api/api.ts'
import type { Lang } from '../../../model/kit/fields.ts'
import { furtherName, useWords } from '../../words/language.ts'
import { AUDIENCES, type Audience } from '../../../model/kit/audience.ts'
import { audienceOf } from './audience.tsx'
import { isRef, sidOf } from '../../fields/names.ts'
import { quoted } from '../../api/iql.ts'
import type { Column } from '../list/list-settings.ts'

export type View = {
  sid: string
  /** As shown: in a further language, a view of the product is named by a word of it. */
  name: string
  /** As stored in the name field of the user's language, which a rename changes. */
  stored: string
  nameField: 'name' | 'name_en'
  iql: string
  columns: Column[] | undefined
  share: Audience
  roles: string[]
  maker: string
  isMine: boolean
}

const MODEL = 'saved_view'
const FL = ['sid', 'version', 'code', 'name', 'name_en', 'iql', 'columns', 'share', 'role_sids', 'created_by']

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
    return AUDIENCES.flatMap((share) => all.filter((view) => view.share === share))
  }, [record, me, lang])
  return { views, isReady: !found.isPending }
}

export const useSaveView = () => useSave(MODEL, {})
export const useRemoveView = () => useRemove(MODEL)

function viewOf(record: Rec, me: string | undefined, lang: Lang): View {
  const maker = record['created_by']
  const audience = audienceOf(record)
  const nameField = lang === 'en' && record['name_en'] ? 'name_en' : 'name'
  const stored = String(record[nameField])
  return {
    sid: record.sid,
    name: furtherName('view', record['code']) || stored,
    stored,
    nameField,
    iql: String(record['iql'] ?? ''),
    // Written by this client; unknown columns are left out on display.
    columns: Array.isArray(record['columns']) ? (record['columns'] as Column[]) : undefined,
    share: audience.share,
    roles: audience.role_sids,
    maker: isRef(maker) ? maker.name : '',
    isMine: sidOf(maker) === me,
  }
}
