import { Form, Select } from 'antd'
import { useState } from 'react'
import { quoted } from '../../api/iql.ts'
import { useSearch } from '../../api/api.ts'
import { sizeText } from '../../fields/file-kinds.ts'
import { QueryFault } from '../../ui/faults/query-fault.tsx'
import { useSettled } from '../../ui/settled.ts'
import { useWords } from '../../words/language.ts'

type FilesProps = { sid: string; chosen: string[]; onChange: (sids: string[]) => void }

/** Documents of the case that this person may see: the newest, or those whose names contain the typed text. */
export function MailFiles({ sid, chosen, onChange }: FilesProps) {
  const { t } = useWords()
  const [typed, setTyped] = useState('')
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const wanted = useSettled(typed.trim(), 150)
  const iql = `case_sid = '${sid}' AND is_main = TRUE${wanted && ` AND file_name CONTAINS ${quoted(wanted)}`} ORDER BY created_at DESC`
  const query = useSearch('document', { fl: ['sid', 'file_name', 'size'], iql, rows: 100 }, { meta: { faults: 'own' } })
  const { data, isFetching, isError } = query
  const found = (data?.record ?? []).map(({ sid: value, file_name, size }) => ({
    value,
    label: `${String(file_name ?? '')}${typeof size === 'number' ? ` · ${sizeText(size)}` : ''}`,
  }))
  if (found.length === 0 && !isError && !typed && !wanted && chosen.length === 0) return null
  const others = chosen.filter((one) => !found.some(({ value }) => value === one))
  const change = (sids: string[]) => {
    setNames(new Map([...names, ...found.map(({ value, label }) => [value, label] as const)])) // the next search finds other documents
    onChange(sids)
  }
  const fault = <QueryFault fault={query.error} onRetry={() => void query.refetch()} />
  return (
    <Form.Item label={t('sendMail.files')} htmlFor="send-mail-files">
      <Select<string[]>
        defaultActiveFirstOption={false}
        id="send-mail-files"
        mode="multiple"
        value={chosen}
        onChange={change}
        loading={isFetching}
        showSearch={{ filterOption: false, onSearch: setTyped }}
        placeholder={t('sendMail.fileName')}
        notFoundContent={isFetching || typed.trim() !== wanted ? null : isError ? fault : t('filter.nothing')}
        options={[...found, ...(wanted ? [] : others.map((value) => ({ value, label: names.get(value) ?? value })))]}
        labelRender={({ value, label }) => names.get(String(value)) ?? label}
      />
    </Form.Item>
  )
}
