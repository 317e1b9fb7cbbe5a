import { DiffOutlined, DownloadOutlined, EditOutlined, FolderOpenOutlined, LockOutlined, UnlockOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, App, Button, Drawer, Input, Modal, Skeleton, Space, Tag } from 'antd'
import { useState } from 'react'
import { checkOut, giveBack, listVersions, moveDocument, setMain } from '../../../model/documents/document-actions.ts'
import { downloadDocument } from '../../../model/documents/document-routes.ts'
import { allows, allowsOn } from '../../api/allows.ts'
import { act, type Rec, useSave, useSchema, useSession, useWrite } from '../../api/api.ts'
import { fetchFile } from '../../api/call.ts'
import { useSaveFile } from '../../fields/documents/save-file.ts'
import { sizeText } from '../../fields/file-kinds.ts'
import { timeText, useZone } from '../../fields/moments.ts'
import { isRef } from '../../fields/names.ts'
import { useWords } from '../../words/language.ts'
import { CasePicker } from '../case-picker.tsx'
import { Comparison } from './comparison.tsx'
import { NewVersion } from './new-version.tsx'

/** Every version of one document; exactly one is the main one. */
export function Versions({ document, onClose }: { document: Rec; onClose: () => void }) {
  const { t } = useWords()
  const schema = useSchema('document').data
  const me = useSession()?.user_sid
  const [compared, setCompared] = useState<Rec>()
  const { data, isPending } = useQuery({
    queryKey: ['document', 'versions', document.sid],
    queryFn: () => act(listVersions, { sid: document.sid }),
  })
  const versions = data?.record ?? []
  const main = versions.find((one) => one['is_main'] === true)
  const holder = versions.map((one) => one['checked_out_by']).find(isRef)
  const isFree = !holder || holder.sid === me
  const others = versions.filter((one) => one !== main)
  return (
    <Drawer open onClose={onClose} size={520} title={String(document['file_name'])}>
      {main && <Holding main={main} holder={holder?.name} onMoved={onClose} />}
      {schema && isFree && allows(schema, 'create') && <NewVersion document={document} />}
      {isPending && <Skeleton active />}
      <ol className="versions">
        {versions.map((one) => (
          <Version key={one.sid} version={one} isFree={isFree} {...(main && others.length > 0 && { onCompare: () => setCompared(one) })} />
        ))}
      </ol>
      {compared && main && (
        <Comparison versions={versions} first={compared === main ? (others[0] ?? main) : compared} onClose={() => setCompared(undefined)} />
      )}
      {versions.length > 1 && <p className="quiet">{t('versions.hint')}</p>}
    </Drawer>
  )
}

export function useDownload() {
  const saveFile = useSaveFile()
  return (one: Rec) => saveFile(() => fetchFile(downloadDocument, { sid: one.sid }), String(one['file_name']))
}

/** The person who checked out the document, and the actions on all its versions. */
function Holding({ main, holder, onMoved }: { main: Rec; holder: string | undefined; onMoved: () => void }) {
  const { t, tag } = useWords()
  const zone = useZone()
  const schema = useSchema('document').data
  const [isMoving, setMoving] = useState(false)
  const take = useWrite('document', () => act(checkOut, { sid: main.sid }))
  const give = useWrite('document', () => act(giveBack, { sid: main.sid }))
  if (!schema) return null
  const at = main['checked_out_at']
  return (
    <>
      {holder !== undefined && (
        <Alert
          type="warning"
          showIcon
          icon={<LockOutlined />}
          className="spaced"
          title={t('versions.outBy', { name: holder })}
          description={typeof at === 'string' ? timeText(at, tag, zone) : undefined}
          action={
            allowsOn(schema, main, giveBack.name) && (
              <Button size="small" icon={<UnlockOutlined />} loading={give.isPending} onClick={() => give.mutate(undefined)}>
                {t('versions.giveBack')}
              </Button>
            )
          }
        />
      )}
      <Space className="spaced" wrap>
        {holder === undefined && allowsOn(schema, main, checkOut.name) && (
          <Button size="small" icon={<LockOutlined />} loading={take.isPending} onClick={() => take.mutate(undefined)}>
            {t('versions.checkOut')}
          </Button>
        )}
        {allowsOn(schema, main, moveDocument.name) && (
          <Button size="small" icon={<FolderOpenOutlined />} onClick={() => setMoving(true)}>
            {t('versions.move')}
          </Button>
        )}
      </Space>
      {isMoving && <Move document={main} onMoved={onMoved} onClose={() => setMoving(false)} />}
    </>
  )
}

function Move({ document, onMoved, onClose }: { document: Rec; onMoved: () => void; onClose: () => void }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const [to, setTo] = useState<string>()
  const move = useWrite('document', (case_sid: string) => act(moveDocument, { sid: document.sid, case_sid }))
  const save = async (case_sid: string) => {
    await move.mutateAsync(case_sid)
    message.success(t('versions.moved'))
    onMoved()
  }
  const from = document['case_sid']
  return (
    <Modal
      open
      title={t('versions.move')}
      onCancel={onClose}
      okText={t('versions.moveHere')}
      okButtonProps={{ disabled: !to }}
      confirmLoading={move.isPending}
      onOk={() => to && void save(to).catch(() => undefined)} // the refusal is shown by the mutation
    >
      <CasePicker autoFocus {...(to && { value: to })} onChange={setTo} {...(isRef(from) && { without: from.sid })} />
      <p className="quiet">{t('versions.moveHint')}</p>
    </Modal>
  )
}

type VersionProps = { version: Rec; isFree: boolean; onCompare?: () => void }

function Version({ version, isFree, onCompare }: VersionProps) {
  const { t, tag } = useWords()
  const zone = useZone()
  const schema = useSchema('document').data
  const download = useDownload()
  const makeMain = useWrite('document', (sid: string) => act(setMain, { sid }))
  const [number, by] = [String(version['version_no']), version['created_by']]
  return (
    <li>
      <b className="number">V{number}</b>
      <span className="version-what">
        {String(version['file_name'])}
        <small className="quiet">
          {isRef(by) && `${by.name} · `}
          {timeText(String(version['created_at']), tag, zone)} · {sizeText(Number(version['size'] ?? 0))}
        </small>
        <Remark version={version} mayChange={schema !== undefined && allowsOn(schema, version, 'update')} />
      </span>
      {version['is_main'] === true ? (
        <Tag color="success">{t('documents.main')}</Tag>
      ) : schema && isFree && allowsOn(schema, version, setMain.name) ? (
        <Button size="small" loading={makeMain.isPending} onClick={() => makeMain.mutate(version.sid)}>
          {t('documents.setMain')}
        </Button>
      ) : null}
      {onCompare && <Button size="small" type="text" icon={<DiffOutlined />} aria-label={t('versions.compare', { number })} onClick={onCompare} />}
      <Button
        size="small"
        type="text"
        icon={<DownloadOutlined />}
        aria-label={t('file.download', { name: `${String(version['file_name'])} V${number}` })}
        onClick={() => void download(version)}
      />
    </li>
  )
}

function Remark({ version, mayChange }: { version: Rec; mayChange: boolean }) {
  const { t } = useWords()
  const written = typeof version['version_remark'] === 'string' ? version['version_remark'] : ''
  const [text, setText] = useState<string>()
  const save = useSave('document', {})
  const keep = () => save.mutate({ sid: version.sid, version: version.version, version_remark: text ?? '' }, { onSuccess: () => setText(undefined) })
  if (text !== undefined)
    return (
      <Space.Compact block>
        <Input
          size="small"
          autoFocus
          value={text}
          maxLength={255}
          aria-label={t('versions.remark')}
          onChange={({ target }) => setText(target.value)}
          onPressEnter={keep}
        />
        <Button size="small" loading={save.isPending} onClick={keep}>
          {t('save')}
        </Button>
      </Space.Compact>
    )
  return (
    <small>
      {written}{' '}
      {mayChange && (
        <Button
          size="small"
          type="text"
          icon={<EditOutlined />}
          aria-label={t('versions.changeRemark', { number: String(version['version_no']) })}
          onClick={() => setText(written)}
        />
      )}
    </small>
  )
}
