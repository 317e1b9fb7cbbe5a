import { InputNumber, Select, Tag } from 'antd'
import type { ImportPreview } from '../../model/import/import-routes.ts'
import { useWords } from '../words/language.ts'
import type { Go } from './wizard.ts'

/** Position of the table in its file: the sheet and the heading row. Another place drops the mapping. */
export function ImportPlace({ preview, columns, go }: { preview: ImportPreview; columns: number; go: Go }) {
  const { t, tag } = useWords()
  return (
    <div className="import-place">
      <span>
        <b>{preview.file_name}</b> {preview.source && <Tag color="processing">{t('import.source', { name: preview.source })}</Tag>}
      </span>
      {preview.sheets.length > 1 && (
        <label>
          {t('import.sheet')}{' '}
          <Select<string>
            size="small"
            value={preview.sheet ?? null}
            options={preview.sheets.map((name) => ({ value: name, label: name }))}
            onChange={(sheet) => go({ sheet, headerRow: null, said: {} })}
            style={{ minWidth: 140 }}
          />
        </label>
      )}
      <label>
        {t('import.header')}{' '}
        <InputNumber
          size="small"
          key={preview.header_row}
          defaultValue={preview.header_row}
          min={1}
          max={1000}
          precision={0}
          style={{ width: 72 }}
          onPressEnter={(event) => go({ headerRow: Number(event.currentTarget.value) || null, said: {} })}
          onBlur={(event) => Number(event.target.value) !== preview.header_row && go({ headerRow: Number(event.target.value) || null, said: {} })}
        />
      </label>
      <span className="quiet">{t('import.counts', { columns, rows: preview.total.toLocaleString(tag) })}</span>
    </div>
  )
}
