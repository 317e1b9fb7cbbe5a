import type { AnswerOf } from '../../../model/kit/action.ts'
import { findActionsOf, type FindActions } from '../../../model/cases/find-actions.ts'
import { CopyOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Alert, App, Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { act } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { useWords } from '../../words/language.ts'
import { valuesIn } from './pasted.ts'
import { Table } from '../../ui/table.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'

export const MAX_VALUES = 1000

type Answer = AnswerOf<FindActions['batch']>
/** `onTake`: receives the found cases instead of showing them, with the label of its button. */
type BatchSearchProps = {
  model: string
  onClose: () => void
  onShow?: (caseNos: readonly string[]) => void
  onTake?: { label: (count: number) => string; take: (sids: readonly string[]) => void; isBusy: boolean }
}

/** Searches up to a thousand numbers at once, and lists found and missing ones. */
export function BatchSearch({ model, onClose, onShow, onTake }: BatchSearchProps) {
  const { t } = useWords()
  const [text, setText] = useState('')
  const values = valuesIn(text)
  const search = useMutation({
    mutationFn: (wanted: string[]) => act(findActionsOf(model).batch, { values: wanted, fl: ['sid', 'case_no', 'title', 'application_no'] }),
  })
  const answer = search.data
  const caseNos = [...new Set((answer?.found ?? []).flatMap(({ record }) => record.flatMap(({ case_no }) => case_no ?? [])))]
  const sids = [...new Set((answer?.found ?? []).flatMap(({ record }) => record.map(({ sid }) => sid)))]
  return (
    <Modal
      open
      onCancel={onClose}
      width={840}
      title={t('batchSearch.title')}
      footer={
        answer ? (
          <>
            <Button onClick={() => search.reset()}>{t('batchSearch.again')}</Button>
            {onShow && (
              <Button type="primary" disabled={caseNos.length === 0} onClick={() => onShow(caseNos)}>
                {t('batchSearch.show', { count: caseNos.length })}
              </Button>
            )}
            {onTake && (
              <Button type="primary" disabled={sids.length === 0} loading={onTake.isBusy} onClick={() => onTake.take(sids)}>
                {onTake.label(sids.length)}
              </Button>
            )}
          </>
        ) : (
          <Button
            type="primary"
            disabled={values.length === 0 || values.length > MAX_VALUES}
            loading={search.isPending}
            onClick={() => search.mutate(values)}
          >
            {t('batchSearch.search', { count: values.length })}
          </Button>
        )
      }
    >
      {answer ? <Result model={model} answer={answer} /> : <Ask text={text} onChange={setText} count={values.length} />}
    </Modal>
  )
}

function Ask({ text, onChange, count }: { text: string; onChange: (text: string) => void; count: number }) {
  const { t } = useWords()
  return (
    <>
      <p className="quiet spaced">{t('batchSearch.hint', { max: MAX_VALUES })}</p>
      <Input.TextArea
        value={text}
        onChange={(event) => onChange(event.target.value)}
        autoSize={{ minRows: 10, maxRows: 20 }}
        placeholder={t('batchSearch.placeholder')}
        aria-label={t('batchSearch.title')}
        className="number"
        autoFocus
      />
      {count > MAX_VALUES && <Alert type="error" showIcon className="below" title={t('batchSearch.tooMany', { count, max: MAX_VALUES })} />}
    </>
  )
}

function Result({ model, answer: { found, not_found: missing } }: { model: string; answer: Answer }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const rows = found.flatMap(({ value, record: hits }) => hits.map((record) => ({ key: `${value} ${record.sid}`, value, record })))
  const copy = () => navigator.clipboard.writeText(missing.join('\n')).then(() => message.success(t('batchSearch.copied', { count: missing.length })))
  return (
    <Tabs
      defaultActiveKey={rows.length === 0 ? 'missing' : 'found'}
      tabBarExtraContent={
        missing.length > 0 && (
          <Button size="small" icon={<CopyOutlined />} onClick={() => void copy()}>
            {t('batchSearch.copy')}
          </Button>
        )
      }
      items={[
        {
          key: 'found',
          label: t('batchSearch.found', { count: found.length }),
          children: (
            <Table
              size="small"
              rowKey="key"
              dataSource={rows}
              pagination={rows.length > 50 ? { pageSize: 50, size: 'small', showSizeChanger: false } : false}
              scroll={{ y: 360 }}
              columns={[
                { title: t('batchSearch.value'), dataIndex: 'value', width: 200, className: 'number' },
                {
                  title: t('batchSearch.case'),
                  width: 190,
                  render: (_, { record }) => <Link to={pageOf(model, `/${record.sid}`)}>{record.case_no}</Link>,
                },
                { title: t('batchSearch.name'), render: (_, { record }) => record.title, ellipsis: true },
              ]}
              locale={{ emptyText: <Nothing text={t('batchSearch.noneFound')} /> }}
            />
          ),
        },
        {
          key: 'missing',
          label: t('batchSearch.missing', { count: missing.length }),
          children: missing.length > 0 ? <pre className="missing number">{missing.join('\n')}</pre> : <Nothing text={t('batchSearch.allFound')} />,
        },
      ]}
    />
  )
}
