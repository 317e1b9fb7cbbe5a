import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, App, Form, Modal, Radio, Select, Skeleton, Tag } from 'antd'
import { useState } from 'react'
import { fillTemplate, previewTemplate, TEMPLATE_FORMAT, type templateFields } from '../../../model/documents/template-actions.ts'
import type { AnswerOf } from '../../../model/kit/action.ts'
import { wordIn } from '../../../model/kit/fields.ts'
import { act, useSearch } from '../../api/api.ts'
import { ApiFault } from '../../api/fault.ts'
import { FileIcon } from '../../fields/file-icon.tsx'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { useWords } from '../../words/language.ts'

export type TemplateField = AnswerOf<typeof templateFields>[number]
type Filled = AnswerOf<typeof previewTemplate>['fields'][number]
export type TemplateCase = { sid: string; kind: string; country: string; case_no: string }

/** Makes a document of the case from a template, after its values were seen. */
export function FillTemplate({ of, onClose }: { of: TemplateCase; onClose: () => void }) {
  const { t, lang } = useWords()
  const [template, setTemplate] = useState<string>()
  const [format, setFormat] = useState<keyof typeof TEMPLATE_FORMAT.options>('WORD')
  const iql = `valid = TRUE AND (case_kind IS EMPTY OR case_kind = '${of.kind}') AND (country IS EMPTY OR country = '${of.country}') ORDER BY lang DESC, name ASC`
  const { data: templates } = useSearch('document_template', { fl: ['name', 'lang'], iql, rows: 100 })
  const shown = useQuery({
    queryKey: ['document_template', 'preview', template, of.sid],
    queryFn: () => act(previewTemplate, { template: template ?? '', case_sid: of.sid }),
    enabled: template !== undefined,
    retry: false,
    meta: { faults: 'own' },
  })
  const { make, isBusy, fault, forget } = useMake(of.sid, onClose)
  const told = fault || (shown.error instanceof ApiFault ? shown.error.message : '')
  return (
    <Modal
      open
      width={720}
      title={t('template.fill')}
      onCancel={onClose}
      okText={t('template.make')}
      okButtonProps={{ disabled: !shown.data?.complete }}
      confirmLoading={isBusy}
      onOk={() => void make(template, format)}
    >
      <Form layout="vertical" className="dialog-form">
        <Form.Item label={t('template.which')} htmlFor="template">
          <Select
            id="template"
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={t('template.choose')}
            options={(templates?.record ?? []).map(({ sid, name }) => ({ value: sid, label: String(name) }))}
            notFoundContent={t('template.none')}
            value={template ?? null}
            onChange={(sid) => (forget(), setTemplate(sid))}
          />
        </Form.Item>
        <Form.Item label={TEMPLATE_FORMAT[lang]}>
          <Radio.Group
            options={Object.entries(TEMPLATE_FORMAT.options).map(([value, words]) => ({ value, label: wordIn(words, lang) }))}
            value={format}
            onChange={({ target }) => (forget(), setFormat(target.value))}
          />
        </Form.Item>
      </Form>
      {told && <Alert type="error" showIcon title={told} className="spaced" role="alert" />}
      {shown.isLoading && <Skeleton active />}
      {shown.data && <Values {...shown.data} />}
    </Modal>
  )
}

function useMake(case_sid: string, onMade: () => void) {
  const { t } = useWords()
  const { message } = App.useApp()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const make = async (template: string | undefined, format: keyof typeof TEMPLATE_FORMAT.options) => {
    if (!template) return
    setBusy(true)
    try {
      await act(fillTemplate, { template, case_sid, format })
      message.success(t('template.made'))
      onMade()
    } catch (wrong) {
      if (!(wrong instanceof ApiFault)) throw wrong
      setFault(wrong.message)
    } finally {
      setBusy(false)
      await client.invalidateQueries()
    }
  }
  return { make, isBusy, fault, forget: () => setFault('') }
}

function Values({ fields, file_name, complete }: AnswerOf<typeof previewTemplate>) {
  const { t } = useWords()
  return (
    <>
      {!complete && <Alert type="error" showIcon title={t('template.unknownFields')} className="spaced" />}
      <p>
        <FileIcon name={file_name} /> {file_name}
      </p>
      <PlainTable<Filled>
        rowKey="tag"
        dataSource={fields.toSorted((a, b) => ORDER[a.state] - ORDER[b.state])}
        scroll={{ y: 320 }}
        columns={[
          { title: t('template.field'), width: 220, render: (_, { label, tag, state }) => (state === 'unknown' ? <code>{`{${tag}}`}</code> : label) },
          { title: t('template.value'), render: (_, one) => <Value {...one} /> },
        ]}
      />
    </>
  )
}

const ORDER: Record<Filled['state'], number> = { unknown: 0, empty: 1, filled: 2 }

function Value({ value, state }: Filled) {
  const { t } = useWords()
  if (state === 'filled') return <>{value}</>
  return <Tag color={state === 'unknown' ? 'error' : 'warning'}>{t(state === 'unknown' ? 'template.unknown' : 'template.empty')}</Tag>
}
