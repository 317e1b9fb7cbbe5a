import { App, Button, Collapse, Segmented, Tag } from 'antd'
import { useState } from 'react'
import { applyPack, type ComparedPart, type PackChange, type PackRow } from '../../../model/settings/configuration/configuration-actions.ts'
import { act, useWrite } from '../../api/api.ts'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { useWords } from '../../words/language.ts'
import { applicableIn, countsOf, isApplicable } from './choice.ts'

type ComparedProps = { sid: string; parts: readonly ComparedPart[]; mayApply: boolean }

/** Every part with its rows: new rows, changed rows with old and new values, and refused rows. */
export function Compared({ sid, parts, mayApply }: ComparedProps) {
  const { t } = useWords()
  const { modal } = App.useApp()
  const [chosen, setChosen] = useState<readonly string[]>(() => applicableIn(parts))
  const [isWhole, setWhole] = useState(false)
  const send = useWrite('configuration_pack', (rows: readonly string[]) => act(applyPack, { sid, rows }))
  const shown = parts.map((part) => ({ ...part, visible: isWhole ? part.rows : part.rows.filter(({ did }) => did === 'NEW' || did === 'CHANGED') }))
  const different = shown.filter(({ visible }) => visible.length > 0)
  const ask = () =>
    modal.confirm({
      title: t('pack.applyTitle'),
      content: t('pack.applyText', { count: chosen.length }),
      okText: t('pack.applyTitle'),
      onOk: () => send.mutateAsync(chosen).catch(() => undefined), // a refusal has already been shown
    })
  return (
    <>
      <p className="quiet">{t('pack.previewText')}</p>
      <div className="pack-bar">
        {mayApply && (
          <Button type="primary" disabled={chosen.length === 0} loading={send.isPending} onClick={ask}>
            {t('pack.apply', { count: chosen.length })}
          </Button>
        )}
        <Segmented<'some' | 'all'>
          value={isWhole ? 'all' : 'some'}
          onChange={(which) => setWhole(which === 'all')}
          options={[
            { value: 'some', label: t('pack.differences') },
            { value: 'all', label: t('pack.everything') },
          ]}
        />
      </div>
      {different.length === 0 && <Nothing text={t('pack.noDifference')} />}
      <Collapse
        items={different.map((part) => ({
          key: part.part,
          label: <PartLine part={part} />,
          children: <Rows rows={part.visible} chosen={chosen} onChange={mayApply ? setChosen : undefined} />,
        }))}
      />
    </>
  )
}

function PartLine({ part }: { part: ComparedPart }) {
  const { t } = useWords()
  const { refused, ...counts } = countsOf(part)
  return (
    <>
      <b>{part.label}</b> <span className="quiet">{t('pack.counts', counts)}</span>{' '}
      {refused > 0 && <span className="bad">{t('pack.refused', { count: refused })}</span>}
    </>
  )
}

const PAGE = 50

type RowsProps = { rows: readonly PackRow[]; chosen: readonly string[]; onChange: ((chosen: readonly string[]) => void) | undefined }

function Rows({ rows, chosen, onChange }: RowsProps) {
  const { t } = useWords()
  const own = new Set(rows.map(({ row }) => row))
  const choose = (keys: readonly unknown[]) => onChange?.([...chosen.filter((one) => !own.has(one)), ...keys.map(String)])
  return (
    <PlainTable<PackRow>
      rowKey="row"
      dataSource={[...rows]}
      pagination={rows.length > PAGE && { pageSize: PAGE, showSizeChanger: false }}
      scroll={{ x: 640 }}
      {...(onChange && {
        rowSelection: {
          selectedRowKeys: chosen.filter((one) => own.has(one)),
          onChange: choose,
          getCheckboxProps: (row) => ({ disabled: !isApplicable(row), 'aria-label': row.name }),
        },
      })}
      columns={[
        { dataIndex: 'name', title: t('pack.name'), width: 220 },
        {
          dataIndex: 'did',
          title: t('pack.difference'),
          width: 110,
          render: (did: PackRow['did']) => <Tag>{t(`pack.did.${did}`)}</Tag>,
        },
        { dataIndex: 'changes', title: t('pack.changes'), render: (_, row) => <Changes row={row} /> },
      ]}
    />
  )
}

function Changes({ row: { did, changes, refused } }: { row: PackRow }) {
  const { t } = useWords()
  return (
    <ul className="pack-changes">
      {refused !== undefined && <li role="note">{t('pack.cannot', { why: refused })}</li>}
      {changes.map((change) => (
        <li key={change.field}>
          <span className="quiet">{change.label}:</span> {did === 'NEW' ? change.new : <Moved change={change} />}
        </li>
      ))}
    </ul>
  )
}

function Moved({ change }: { change: PackChange }) {
  const { t } = useWords()
  return (
    <>
      <del>{change.old || t('pack.empty')}</del> → {change.new || t('pack.empty')}
    </>
  )
}
