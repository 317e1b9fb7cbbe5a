import { Button, Checkbox, Input, Modal, Radio } from 'antd'
import { useState } from 'react'
import { useWords } from '../../words/language.ts'
import { groupsOf } from '../form/form-fields.ts'
import type { ExportFormat } from './export.tsx'
import { useExport } from './export.tsx'
import type { List } from '../list/use-list.ts'
import './export-dialog.css'

/** Which columns of what is listed now go into which kind of file. */
export function ExportDialog({ list, total, onClose }: { list: List; total: string; onClose: () => void }) {
  const { t, lang } = useWords()
  const { schema, columns, iql } = list
  const exportList = useExport(schema)
  const offered = schema.fields.filter((field) => field.exportable && field.code !== 'sid')
  const [chosen, setChosen] = useState(() => columns.map(({ code }) => code).filter((code) => offered.some((field) => field.code === code)))
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const [wanted, setWanted] = useState('')
  const fits = (label: string) => label.toLowerCase().includes(wanted.trim().toLowerCase())
  const groups = groupsOf(
    schema,
    offered.filter(({ label }) => fits(label)),
    t('form.record'),
  )
  // The file's columns stand as the list's do, what was added follows in the model's order.
  const inOrder = [...columns.map(({ code }) => code), ...offered.map(({ code }) => code)].filter(
    (code, at, all) => all.indexOf(code) === at && chosen.includes(code),
  )
  const toggle = (codes: readonly string[], isOn: boolean) =>
    setChosen((now) => (isOn ? [...new Set([...now, ...codes])] : now.filter((code) => !codes.includes(code))))
  const start = () => {
    void exportList(inOrder, iql, format)
    onClose()
  }
  return (
    <Modal
      open
      title={t('export.title', { name: schema[lang], count: total })}
      onCancel={onClose}
      okText={t('export.start')}
      onOk={start}
      okButtonProps={{ disabled: chosen.length === 0 }}
      width={720}
    >
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
        <Button size="small" type="link" onClick={() => setChosen(offered.map(({ code }) => code))}>
          {t('export.all')}
        </Button>
        <Button
          size="small"
          type="link"
          onClick={() => setChosen(columns.map(({ code }) => code).filter((code) => offered.some((field) => field.code === code)))}
        >
          {t('export.asListed')}
        </Button>
      </div>
      <div className="export-columns">
        {groups.map((group) => {
          const codes = group.fields.map(({ code }) => code)
          const on = codes.filter((code) => chosen.includes(code)).length
          return (
            <fieldset key={group.code}>
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
        })}
      </div>
      <div className="export-format">
        {t('export.format')}{' '}
        <Radio.Group
          value={format}
          onChange={(event) => setFormat(event.target.value)}
          options={[
            { value: 'xlsx', label: t('export.xlsx') },
            { value: 'csv', label: t('export.csv') },
          ]}
        />
      </div>
      <p className="quiet">{t('export.goesOn')}</p>
    </Modal>
  )
}
