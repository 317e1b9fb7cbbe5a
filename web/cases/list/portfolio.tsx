import { FileSearchOutlined, ImportOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { allows } from '../../api/allows.ts'
import { useSchema } from '../../api/api.ts'
import { quoted } from '../../api/iql.ts'
import type { ListOwn } from '../../records/list/list-own.ts'
import { ModelList } from '../../records/list/list.tsx'
import { useSaveView, useViews } from '../../records/views/views.ts'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { useWords } from '../../words/language.ts'
import { NextOf } from '../dates/next-of.tsx'
import { Find } from './find.tsx'
import { dialogOnRequest } from '../../ui/on-request.tsx'
import '../case-screen.css'

const BatchSearch = dialogOnRequest(async () => (await import('./batch-search.tsx')).BatchSearch)

/** The list of the cases of one kind, with search by numbers and import. `own`: the columns and filters of the kind. */
export function Portfolio({ model, own }: { model: string; own: ListOwn }) {
  const { data: schema } = useSchema(model)
  return schema ? <Cases schema={schema} own={own} /> : <PageSkeleton />
}

function Cases({ schema, own }: { schema: WireSchema; own: ListOwn }) {
  const { t } = useWords()
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const [isSearching, setSearching] = useState(false)
  const whole = useMemo<ListOwn>(
    () => ({
      Search: Find,
      Preview: NextOf,
      acts: (
        <>
          <Button icon={<FileSearchOutlined />} onClick={() => setSearching(true)}>
            {t('batchSearch.open')}
          </Button>
          {allows(schema, 'import') && (
            <Button icon={<ImportOutlined />} onClick={() => navigate(`/import?model=${schema.model}`)}>
              {t('import.open')}
            </Button>
          )}
        </>
      ),
      ...own,
    }),
    [schema, own, t, navigate],
  )
  const keepSet = useKeepSet(schema.model)
  const show = async (caseNos: readonly string[]) => {
    const iql = `case_no IN (${caseNos.map(quoted).join(', ')})`
    const query = iql.length <= MAX_IN_ADDRESS ? { iql } : { view: await keepSet(iql, caseNos.length) }
    setSearching(false)
    setQuery(query)
  }
  return (
    <>
      <ModelList key={query.get('iql') === null ? 'all' : 'narrowed'} schema={schema} own={whole} />
      {isSearching && (
        <BatchSearch model={schema.model} onClose={() => setSearching(false)} onShow={(caseNos) => void show(caseNos).catch(() => undefined)} />
      )}
    </>
  )
}

/** A longer address is refused by servers and proxies, and cannot be sent to a colleague. */
const MAX_IN_ADDRESS = 1500

/** Keeps the cases of a batch search as a view of the person's own; the next search of the same name takes its place. */
function useKeepSet(entity: string) {
  const { t } = useWords()
  const { views } = useViews(entity)
  const save = useSaveView()
  return async (iql: string, count: number): Promise<string> => {
    const name = t('batchSearch.set', { count })
    const known = views.find((view) => view.isMine && view.share === 'OWN' && view.stored === name)
    const { sid } = await save.mutateAsync(known ? { sid: known.sid, iql } : { entity, name, iql })
    return sid
  }
}
