import { DownloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { downloadTemplate } from '../../../model/documents/document-routes.ts'
import { templateFields } from '../../../model/documents/template-actions.ts'
import { act, type Rec } from '../../api/api.ts'
import { fetchFile } from '../../api/call.ts'
import { useSaveFile } from '../../fields/documents/save-file.ts'
import { RecordPage } from '../../records/detail/detail.tsx'
import { OneRecord } from '../../records/detail/one-record.tsx'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { useWords } from '../../words/language.ts'
import type { TemplateField } from '../tabs/fill-template.tsx'

/** A document template, with its Word file and the fields that it may contain. */
export function TemplateScreen() {
  const { t } = useWords()
  return (
    <OneRecord model="document_template">
      {(schema, record) => (
        <RecordPage
          key={record.sid}
          schema={schema}
          record={record}
          acts={<WordFile record={record} />}
          tabs={[{ key: 'fields', label: t('template.fields'), children: <Fields record={record} /> }]}
        />
      )}
    </OneRecord>
  )
}

function WordFile({ record }: { record: Rec }) {
  const { t } = useWords()
  const saveFile = useSaveFile()
  return (
    <Button
      icon={<DownloadOutlined />}
      onClick={() => void saveFile(() => fetchFile(downloadTemplate, { sid: record.sid }, {}), `${String(record['name'])}.docx`)}
    >
      {t('template.download')}
    </Button>
  )
}

function Fields({ record }: { record: Rec }) {
  const { t } = useWords()
  const case_kind = typeof record['case_kind'] === 'string' ? record['case_kind'] : undefined
  const { data } = useQuery({
    queryKey: ['document_template', 'fields', case_kind],
    queryFn: () => act(templateFields, { ...(case_kind && { case_kind }) }),
  })
  if (!data) return <Skeleton active />
  return (
    <>
      <p className="quiet">{t('template.fieldsHint')}</p>
      <PlainTable<TemplateField>
        rowKey={({ tag, within }) => `${within ?? ''} ${tag}`}
        dataSource={data}
        columns={[
          { title: t('template.written'), width: 280, render: (_, { tag, within }) => <code>{within ? `　{${tag}}` : `{${tag}}`}</code> },
          { title: t('template.field'), render: (_, { label }) => label },
        ]}
      />
    </>
  )
}
