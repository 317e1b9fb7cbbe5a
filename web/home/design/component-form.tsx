import { UploadOutlined } from '@ant-design/icons'
import { Button, Typography } from 'antd'
import { useRef, useState } from 'react'
import { OwnEditors } from '../../fields/own-editors.ts'
import type { EditorProps } from '../../fields/view.ts'
import { EditScreen, NewScreen } from '../../records/form/form-screen.tsx'
import { OneRecord } from '../../records/detail/one-record.tsx'
import { RecordPage } from '../../records/detail/detail.tsx'
import { Overview } from '../../records/detail/overview.tsx'
import { useWords } from '../../words/language.ts'
import './portal.css'

const MODEL = 'portal_component'
const MAX_BYTES = 300_000
const TYPES = ['image/png', 'image/jpeg', 'image/webp']

/** The picture is read in the browser and sent with the form. */
function Picture({ id, label, value, onChange }: EditorProps) {
  const { t } = useWords()
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string>()
  const take = (file: File | undefined) => {
    if (!file) return
    const wrong = !TYPES.includes(file.type) ? t('portal.notPicture') : file.size > MAX_BYTES ? t('portal.tooLarge') : undefined
    setFault(wrong)
    if (wrong) return
    const reader = new FileReader()
    reader.addEventListener('load', () => onChange?.(reader.result))
    reader.readAsDataURL(file)
  }
  return (
    <div>
      <input
        ref={input}
        type="file"
        accept={TYPES.join(',')}
        className="unseen"
        tabIndex={-1}
        aria-hidden
        onChange={(event) => {
          take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      {typeof value === 'string' && value !== '' && <img className="portal-chosen" src={value} alt="" />}
      <Button
        {...(id && { id })}
        icon={<UploadOutlined />}
        aria-label={`${label ?? ''} ${t('portal.choose')}`.trim()}
        onClick={() => input.current?.click()}
      >
        {t('portal.choose')}
      </Button>
      {fault && (
        <div role="alert">
          <Typography.Text type="danger">{fault}</Typography.Text>
        </div>
      )}
    </div>
  )
}

const EDITORS = { picture: Picture }

export const NewComponent = () => (
  <OwnEditors.Provider value={EDITORS}>
    <NewScreen model={MODEL} />
  </OwnEditors.Provider>
)

export const EditComponent = () => (
  <OwnEditors.Provider value={EDITORS}>
    <EditScreen model={MODEL} />
  </OwnEditors.Provider>
)

/** A component; its picture is shown, not its code. */
export const ComponentScreen = () => (
  <OneRecord model={MODEL}>
    {(schema, record) => (
      <RecordPage
        schema={schema}
        record={record}
        overview={
          <>
            {typeof record['picture'] === 'string' && record['picture'] !== '' && (
              <img className="portal-chosen" src={record['picture']} alt={String(record['picture_text'] ?? '')} />
            )}
            <Overview schema={schema} record={record} skip={['picture']} />
          </>
        }
      />
    )}
  </OneRecord>
)
