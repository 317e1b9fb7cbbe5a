import { DownloadOutlined, EyeOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Descriptions, Input, Space, Spin } from 'antd'
import { useEffect, useState } from 'react'
import type { AnswerOf } from '../../model/kit/action.ts'
import { downloadShared, openShare, type SharedFile } from '../../model/sharing/share-routes.ts'
import { ask, downloadOpen } from '../api/call.ts'
import { ApiFault } from '../api/fault.ts'
import { useSaveFile } from '../fields/documents/save-file.ts'
import { PlainTable } from '../records/list/plain-table.tsx'
import { LanguageSwitch } from '../ui/language-switch.tsx'
import { useWords } from '../words/language.ts'
import { SharedPages } from './shared-pages.tsx'
import './open-link.css'

type Opened = AnswerOf<typeof openShare>

/** A shared link, for people without an account. Its secret comes after the #, which browsers send to no server, so it is in no log. */
export function OpenLink() {
  const { t, lang } = useWords()
  const [secret] = useState(() => location.hash.slice(1))
  const open = useMutation({
    mutationFn: (password?: string) => ask(openShare, { secret, ...(password && { password }) }, { anonymous: true }),
    meta: { faults: 'own' },
  })
  const { mutate } = open
  useEffect(() => {
    // The secret does not stay in the history of the browser.
    history.replaceState(history.state, '', location.pathname)
    if (secret) mutate(undefined)
  }, [secret, mutate])
  useEffect(() => {
    document.title = t('link.title')
  }, [t, lang])
  const fault = open.error instanceof ApiFault ? open.error.message : open.error ? t('fault.failed') : ''
  const isAsking = open.data?.needs_password === true || (open.variables !== undefined && open.isError)
  return (
    <main className="open-link">
      <header>
        <span className="quiet">{t('link.title')}</span>
        <LanguageSwitch />
      </header>
      {!secret ? (
        <Alert type="error" showIcon role="alert" title={t('link.over')} />
      ) : isAsking ? (
        <Password fault={open.isError ? fault : ''} isBusy={open.isPending} onSend={mutate} />
      ) : open.isError ? (
        <Alert type="error" showIcon role="alert" title={fault} />
      ) : open.data ? (
        <Content of={open.data} />
      ) : (
        <Spin />
      )}
    </main>
  )
}

type PasswordProps = { fault: string; isBusy: boolean; onSend: (password: string) => void }

function Password({ fault, isBusy, onSend }: PasswordProps) {
  const { t } = useWords()
  const [password, setPassword] = useState('')
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSend(password)
      }}
    >
      <h1>{t('link.password')}</h1>
      {fault && <Alert type="error" showIcon role="alert" title={fault} className="spaced" />}
      <p>
        <label htmlFor="link-password">{t('link.passwordLabel')}</label>
        <Input.Password id="link-password" autoFocus maxLength={64} value={password} onChange={({ target }) => setPassword(target.value)} />
      </p>
      <Button type="primary" htmlType="submit" loading={isBusy} disabled={password === ''}>
        {t('link.open')}
      </Button>
    </form>
  )
}

function Content({ of: { title, facts, documents, may_download, sharer, expires_at, pass } }: { of: Opened }) {
  const { t, tag } = useWords()
  const until = expires_at
    ? new Intl.DateTimeFormat(tag === 'en' ? 'en-GB' : tag, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(expires_at))
    : ''
  const given = documents ?? []
  return (
    <>
      <h1>{title}</h1>
      <p className="quiet">
        {t('link.by', { name: sharer ?? '' })}
        {until && ` · ${t('link.until', { date: until })}`}
      </p>
      {(facts ?? []).length > 0 && (
        <Descriptions
          bordered
          size="small"
          column={{ xs: 1, sm: 1, md: 2 }}
          items={(facts ?? []).map(({ code, label, value }) => ({ key: code, label, children: value }))}
        />
      )}
      <h2>{t('link.documents')}</h2>
      {given.length === 0 ? <p className="quiet">{t('link.noDocuments')}</p> : <Files files={given} pass={pass} mayDownload={may_download} />}
      {given.length > 0 && !may_download && <p className="quiet">{t('link.noDownload')}</p>}
      <p className="quiet">{t('link.logged')}</p>
    </>
  )
}

function Files({ files, pass, mayDownload }: { files: readonly SharedFile[]; pass: string | undefined; mayDownload: boolean }) {
  const { t } = useWords()
  const [viewed, setViewed] = useState<SharedFile>()
  const save = useSaveFile()
  const view = (file: SharedFile) =>
    pass &&
    SHOWN.test(file.name) && (
      <Button size="small" icon={<EyeOutlined />} aria-label={`${t('link.view')} ${file.name}`} onClick={() => setViewed(file)}>
        {t('link.view')}
      </Button>
    )
  const button = ({ sid, name }: SharedFile) =>
    pass &&
    mayDownload && (
      <Button
        size="small"
        icon={<DownloadOutlined />}
        aria-label={`${t('link.download')} ${name}`}
        onClick={() => void save(() => downloadOpen(downloadShared, { pass, document_sid: sid }), name)}
      >
        {t('link.download')}
      </Button>
    )
  return (
    <>
      <PlainTable<SharedFile>
        dataSource={[...files]}
        scroll={{ x: 600 }}
        columns={[
          { title: t('link.name'), dataIndex: 'name' },
          { title: t('link.type'), width: 180, dataIndex: 'type' },
          { title: t('link.issued'), width: 120, dataIndex: 'issue_date' },
          {
            title: '',
            width: 220,
            render: (_, file) => (
              <Space size="small">
                {view(file)}
                {button(file)}
              </Space>
            ),
          },
        ]}
      />
      {viewed && pass && <SharedPages file={viewed} pass={pass} onClose={() => setViewed(undefined)} />}
    </>
  )
}

/** The formats of which the server draws pages. */
const SHOWN = /\.(pdf|png|jpe?g|gif|webp|tiff?|bmp)$/i
