import { Alert, Button, Checkbox, Input, Modal, Radio } from 'antd'
import { type Dispatch, type SetStateAction, useState } from 'react'
import { MAX_EXPORTED, MAX_PDF_COLUMNS } from '../../../model/settings/limits.ts'
import type { WireField, WireSchema } from '../../../model/kit/wire/wire.ts'
import { useLimits } from '../../api/limits.ts'
import { useWords } from '../../words/language.ts'
import { groupsOf } from '../form/form-fields.ts'
import type { Division, ExportFormat } from './export.tsx'
import { useExport } from './export.tsx'
import { GroupChoice } from '../list/group-select.tsx'
import { useGroupFields } from '../list/group-table.tsx'
import type { List } from '../list/use-list.ts'
import './export-dialog.css'

/** Selects the columns and the file type for an export of the current list. */
export function ExportDialog({ list, total, onClose }: { list: List; total: string; onClose: () => void }) {
  const { t, lang, tag } = useWords()
  const limits = useLimits()
  const { schema, columns, iql } = list
  const exportList = useExport(schema)
  const offered = schema.fields.filter((field) => field.exportable && field.code !== 'sid')
  const listed = columns.map(({ code }) => code).filter((code) => offered.some((field) => field.code === code))
  const [chosen, setChosen] = useState(listed)
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const way = useDivision(list, format)
  const isTooWide = format === 'pdf' && chosen.length > MAX_PDF_COLUMNS
  const start = () => {
    // The file's columns have the order of the list; added ones follow in the model's order.
    const codes = [...new Set([...listed, ...offered.map(({ code }) => code)])].filter((code) => chosen.includes(code))
    exportList(codes, iql, format, isDivisible(format) ? way.division : {})
    onClose()
  }
  return (
    <Modal
      open
      title={t('export.title', { name: schema[lang], count: total })}
      onCancel={onClose}
      okText={t('export.start')}
      onOk={start}
      okButtonProps={{ disabled: chosen.length === 0 || isTooWide }}
      width={720}
    >
      <Columns schema={schema} offered={offered} listed={listed} chosen={chosen} onChoose={setChosen} />
      <div className="export-format">
        {t('export.format')}{' '}
        <Radio.Group
          value={format}
          onChange={(event) => setFormat(event.target.value)}
          options={[
            { value: 'xlsx', label: t('export.xlsx') },
            { value: 'csv', label: t('export.csv') },
            { value: 'jsonl', label: t('export.jsonl') },
            { value: 'pdf', label: t('export.pdf') },
          ]}
        />
      </div>
      {isDivisible(format) && <DivisionChoice {...way} hasAmounts={offered.some(({ code, type }) => type === 'money' && chosen.includes(code))} />}
      {isTooWide && <Alert type="warning" showIcon title={t('export.tooWide', { max: MAX_PDF_COLUMNS })} />}
      <p className="quiet">
        {t('export.goesOn')} {limits && t('export.most', { max: Math.min(limits.exported_rows, MAX_EXPORTED[format]).toLocaleString(tag) })}
      </p>
    </Modal>
  )
}

/** A PDF is at first grouped as the list on screen, with totals; a workbook without. */
function useDivision(list: List, format: ExportFormat) {
  const [wish, setWish] = useState<Division>({})
  const fields = useGroupFields(list).filter(({ field }) => field.exportable !== false)
  const group = wish.group ?? (format === 'pdf' ? list.address.group : '')
  const division = { group: fields.some(({ path }) => path === group) ? group : '', totals: wish.totals ?? format === 'pdf' }
  return { fields, format, division, change: (part: Division) => setWish({ ...wish, ...part }) }
}

function DivisionChoice({ fields, format, division, change, hasAmounts }: ReturnType<typeof useDivision> & { hasAmounts: boolean }) {
  const { t } = useWords()
  const isOnSheet = format === 'xlsx' && (division.group !== '' || (hasAmounts && division.totals))
  return (
    <div className="export-format">
      <GroupChoice fields={fields} value={division.group} onChange={(group) => change({ group })} />
      {hasAmounts && (
        <Checkbox checked={division.totals} onChange={(event) => change({ totals: event.target.checked })}>
          {t('export.totals')}
        </Checkbox>
      )}
      {isOnSheet && <span className="quiet">{t('export.totalsSheet')}</span>}
    </div>
  )
}

type Chosen = { chosen: readonly string[]; onChoose: Dispatch<SetStateAction<string[]>> }
type ColumnsProps = Chosen & { schema: WireSchema; offered: readonly WireField[]; listed: string[] }

function Columns({ schema, offered, listed, chosen, onChoose }: ColumnsProps) {
  const { t } = useWords()
  const [wanted, setWanted] = useState('')
  const fits = ({ label }: WireField) => label.toLowerCase().includes(wanted.trim().toLowerCase())
  return (
    <>
      <div className="export-head">
        <Input
          size="small"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          placeholder={t('columns.find')}
          aria-label={t('columns.find')}
          allowClear
        />
        <span className="quiet">{t('export.columns', { count: chosen.length })}</span>
        <Button size="small" type="link" onClick={() => onChoose(offered.map(({ code }) => code))}>
          {t('export.all')}
        </Button>
        <Button size="small" type="link" onClick={() => onChoose(listed)}>
          {t('export.asListed')}
        </Button>
      </div>
      <div className="export-columns">
        {groupsOf(schema, offered.filter(fits), t('form.record')).map((group) => (
          <ColumnGroup key={group.code} group={group} chosen={chosen} onChoose={onChoose} />
        ))}
      </div>
    </>
  )
}

function ColumnGroup({ group, chosen, onChoose }: Chosen & { group: ReturnType<typeof groupsOf>[number] }) {
  const codes = group.fields.map(({ code }) => code)
  const on = codes.filter((code) => chosen.includes(code)).length
  const toggle = (some: readonly string[], isOn: boolean) =>
    onChoose((now) => (isOn ? [...new Set([...now, ...some])] : now.filter((code) => !some.includes(code))))
  return (
    <fieldset>
      {group.label && (
        <legend>
          <Checkbox
            checked={on === codes.length}
            indeterminate={on > 0 && on < codes.length}
            onChange={(event) => toggle(codes, event.target.checked)}
          >
            <b>{group.label}</b>
          </Checkbox>
        </legend>
      )}
      <div className="export-fields">
        {group.fields.map(({ code, label }) => (
          <Checkbox key={code} checked={chosen.includes(code)} onChange={(event) => toggle([code], event.target.checked)}>
            {label}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}

const isDivisible = (format: ExportFormat) => format === 'xlsx' || format === 'pdf'
