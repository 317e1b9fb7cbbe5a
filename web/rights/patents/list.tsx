import { FileSearchOutlined, ImportOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { WireSchema } from '../../../model/kit/wire.ts'
import { useSchema } from '../../api/api.ts'

import type { ListOwn } from '../../records/list/list-own.ts'
import { quoted } from '../../records/list/list-address.ts'
import { ModelList } from '../../records/list/list.tsx'
import { useSaveView, useViews } from '../../records/views/views.ts'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { allows } from '../../api/allows.ts'
import { useWords } from '../../words/language.ts'
import { BatchSearch } from './list/batch-search.tsx'
import { Find } from './list/find.tsx'
import { NextOf } from '../../cases/dates/next-of.tsx'
import '../../cases/case-screen.css'

/** The columns that distinguish cases and show their next dates; more are available in the settings. */
const COLUMNS = [
  ...['case_no', 'title', 'country', 'patent_type', 'status', 'filing_date', 'next_annuity_due', 'owner_sid'],
  ...['application_no', 'agency_sid', 'applicants', 'publication_no', 'grant_no', 'grant_date', 'value_grade'],
]

/** The default filters of a portfolio, in the usual order of use. */
const USUAL = ['status', 'country', 'patent_type', 'owner_sid', 'applicants', 'filing_date', 'next_annuity_due']

export function PatentList() {
  const { data: schema, isPending } = useSchema('patent')
  if (isPending || !schema) return <PageSkeleton />
  return <Portfolio schema={schema} />
}

function Portfolio({ schema }: { schema: WireSchema }) {
  const { t } = useWords()
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const [isSearching, setSearching] = useState(false)
  const own = useMemo<ListOwn>(
    () => ({
      columns: COLUMNS,
      usual: USUAL,
      Search: Find,
      Preview: NextOf,
      acts: (
        <>
          <Button icon={<FileSearchOutlined />} onClick={() => setSearching(true)}>
            {t('batchSearch.open')}
          </Button>
          {allows(schema, 'import') && (
            <Button icon={<ImportOutlined />} onClick={() => navigate('/import?model=patent')}>
              {t('import.open')}
            </Button>
          )}
        </>
      ),
    }),
    [schema, t, navigate],
  )
  const keepSet = useKeepSet()
  const show = async (caseNos: readonly string[]) => {
    const iql = `case_no IN (${caseNos.map(quoted).join(', ')})`
    const query = iql.length <= LONGEST_IN_ADDRESS ? { iql } : { view: await keepSet(iql, caseNos.length) }
    setSearching(false)
    setQuery(query)
  }
  return (
    <>
      <ModelList key={query.get('iql') === null ? 'all' : 'narrowed'} schema={schema} own={own} />
      {isSearching && <BatchSearch onClose={() => setSearching(false)} onShow={(caseNos) => void show(caseNos).catch(() => undefined)} />}
    </>
  )
}

/** A longer address is refused by servers and proxies, and cannot be sent to a colleague. */
const LONGEST_IN_ADDRESS = 1500

/** Keeps the cases of a batch search as a view of the person's own; the next search of the same name takes its place. */
function useKeepSet() {
  const { t } = useWords()
  const { views } = useViews('patent')
  const save = useSaveView()
  return async (iql: string, count: number): Promise<string> => {
    const name = t('batchSearch.set', { count })
    const known = views.find((view) => view.isMine && view.share === 'OWN' && view.name === name)
    const { sid } = await save.mutateAsync(known ? { sid: known.sid, iql } : { entity: 'patent', name, iql })
    return sid
  }
}
