import { Link } from 'react-router'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { type Rec, useSchema, useSearch } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { useSees } from '../../api/sees.ts'
import { optionLabel } from '../../fields/option-label.ts'
import { quoted } from '../../api/iql.ts'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { useWords } from '../../words/language.ts'

const FL = ['sid', 'case_no', 'title', 'title_en', 'status', 'submitter_sid', 'submit_date']

/** The tab of the disclosures behind a case; none if the person may not see any. */
export function useOrigins(sid: string) {
  const { t } = useWords()
  const enabled = useSees('proposal') === true
  const found = useSearch(
    'proposal',
    { fl: FL, iql: `result_case_sids = ${quoted(sid)} ORDER BY submit_date ASC`, rows: 20, total: 'none' },
    { enabled, meta: { faults: 'own' } },
  )
  const records = found.data?.record ?? []
  return records.length > 0 ? [{ key: 'disclosures', label: t('origins.tab'), model: 'proposal', children: <Origins records={records} /> }] : []
}

function Origins({ records }: { records: readonly Rec[] }) {
  const { lang } = useWords()
  const schema = useSchema('proposal').data
  const label = (code: string) => schema?.fields.find((one) => one.code === code)?.label
  return (
    <PlainTable<Rec>
      dataSource={[...records]}
      rowKey="sid"
      columns={[
        { title: label('title'), render: (_, row) => <Link to={pageOf('proposal', `/${row.sid}`)}>{`${String(row['case_no'])} ${String((lang === 'en' && row['title_en']) || row['title'])}`}</Link> },
        { title: label('submitter_sid'), width: 160, render: (_, row) => (row['submitter_sid'] as { name?: string } | null)?.name ?? '' }, // a reference as the API gives it
        { title: label('submit_date'), width: 130, dataIndex: 'submit_date' },
        { title: label('status'), width: 130, render: (_, row) => stateOf(schema, row) },
      ]}
    />
  )
} // oxfmt-ignore

function stateOf(schema: WireSchema | undefined, row: Rec) {
  const field = schema?.fields.find(({ code }) => code === 'status')
  return field ? optionLabel(field, row['status']) : ''
}
