import { UploadOutlined } from '@ant-design/icons'
import { Button, Typography } from 'antd'
import { useRef, useState } from 'react'
import { OwnEditors } from '../fields/own-editors.ts'
import type { EditorProps } from '../fields/view.ts'
import { isSet } from '../fields/view.ts'
import { EditScreen, NewScreen } from '../records/form/form-screen.tsx'
import { useWords } from '../words/language.ts'

const MAX_BYTES = 65_536

/** The file is read in the browser and sent with the form; the server never gives it back. */
function PfxFile({ id, label, value, onChange }: EditorProps) {
  const { t } = useWords()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<{ name: string; fault?: string }>()
  const take = async (file: File | undefined) => {
    if (!file) return
    const fault = !/\.pfx$/i.test(file.name) ? t('certificate.notPfx') : file.size > MAX_BYTES ? t('certificate.tooLarge') : undefined
    setChosen({ name: file.name, ...(fault !== undefined && { fault }) })
    if (!fault) onChange?.(btoa(String.fromCharCode(...new Uint8Array(await file.arrayBuffer()))))
  }
  const said = chosen?.name ?? (isSet(value) ? t('secret.set') : t('secret.notSet'))
  return (
    <div className="pfx">
      <input
        ref={input}
        type="file"
        accept=".pfx"
        className="unseen"
        tabIndex={-1}
        aria-hidden
        onChange={(event) => void take(event.target.files?.[0]).finally(() => (event.target.value = ''))}
      />
      <Button
        {...(id && { id })}
        icon={<UploadOutlined />}
        aria-label={`${label ?? ''} ${t('certificate.choose')}`.trim()}
        onClick={() => input.current?.click()}
      >
        {t('certificate.choose')}
      </Button>{' '}
      <span className="quiet">{said}</span>
      {chosen?.fault && (
        <div role="alert">
          <Typography.Text type="danger">{chosen.fault}</Typography.Text>
        </div>
      )}
    </div>
  )
}

const EDITORS = { file: PfxFile }

export const NewCertificate = () => (
  <OwnEditors.Provider value={EDITORS}>
    <NewScreen model="digital_certificate" />
  </OwnEditors.Provider>
)
export const EditCertificate = () => (
  <OwnEditors.Provider value={EDITORS}>
    <EditScreen model="digital_certificate" />
  </OwnEditors.Provider>
)
