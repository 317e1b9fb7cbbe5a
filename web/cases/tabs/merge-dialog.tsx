import { ArrowDownOutlined, ArrowUpOutlined, CloseOutlined, HolderOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Checkbox, Form, Input, Modal, Progress, Select, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { MERGED, mergedParts, type MergedPart, mergeDocuments } from '../../../model/documents/merge.ts'
import { DOCUMENT_CLASSES, type DocumentClass } from '../../../model/documents/visibility.ts'
import { wordIn } from '../../../model/kit/fields.ts'
import { cancelJob } from '../../../model/settings/setting-actions.ts'
import { act } from '../../api/api.ts'
import { ApiFault } from '../../api/fault.ts'
import { FileIcon } from '../../fields/file-icon.tsx'
import { sizeText } from '../../fields/file-kinds.ts'
import { hasEnded, percentOf, useJob } from '../../records/export/use-job.ts'
import { useWords } from '../../words/language.ts'
import type { TemplateCase } from './fill-template.tsx'

type Props = { of: TemplateCase; sids: readonly string[]; onClose: () => void }

/** The chosen documents as one PDF of the case, in the order that the person sets. */
export function MergeDialog({ of, sids, onClose }: Props) {
  const { t, lang } = useWords()
  const [order, setOrder] = useState(sids)
  const [file_name, setName] = useState(() => [of.case_no, t('merge.name')].filter(Boolean).join('_'))
  const [cover, setCover] = useState(true)
  const [chosen, setVisibility] = useState<DocumentClass>()
  const { data, error } = useQuery({
    queryKey: ['document', 'merge', sids],
    queryFn: () => act(mergedParts, { sids: sids.join(',') }),
    retry: false,
    meta: { faults: 'own' },
  })
  const parts = order.flatMap((sid) => data?.record.find((one) => one.sid === sid) ?? [])
  const classes = new Set(parts.map((one) => one.visibility))
  const visibility = chosen ?? (classes.size === 1 ? (parts[0]?.visibility as DocumentClass) : undefined) // as the server stores it
  const { start, stop, job, fault } = useMerge(onClose)
  const told = fault || (error instanceof ApiFault ? error.message : '')
  const isReady = parts.length > 1 && parts.every(({ why }) => !why) && file_name.trim() !== '' && visibility !== undefined
  return (
    <Modal
      open
      width={640}
      title={t('merge.title')}
      onCancel={onClose}
      okText={t('merge.make')}
      okButtonProps={{ disabled: !isReady }}
      confirmLoading={job !== undefined}
      {...(job !== undefined && { cancelText: t('merge.stop'), cancelButtonProps: { onClick: () => void stop() } })}
      onOk={() => visibility && void start({ case_sid: of.sid, sids: order.join(','), file_name, cover, visibility })}
    >
      {told && <Alert type="error" showIcon title={told} className="spaced" role="alert" />}
      {!data && !error && <Skeleton active />}
      <Parts parts={parts} onOrder={setOrder} />
      <p className="quiet">{t('merge.hint', { files: MERGED.files, size: sizeText(MERGED.bytes), pages: MERGED.pages })}</p>
      <Form layout="vertical" className="dialog-form">
        <Form.Item label={t('merge.fileName')} htmlFor="merge-name">
          <Input id="merge-name" value={file_name} maxLength={190} suffix=".pdf" onChange={({ target }) => setName(target.value)} />
        </Form.Item>
        <Form.Item label={t('merge.visibility')} htmlFor="merge-visibility" {...(classes.size > 1 && { extra: t('merge.several') })}>
          <Select
            id="merge-visibility"
            value={visibility ?? null}
            onChange={(value) => setVisibility(value ?? undefined)}
            options={Object.entries(DOCUMENT_CLASSES).map(([value, words]) => ({ value: value as DocumentClass, label: wordIn(words, lang) }))} // its own keys
          />
        </Form.Item>
        <Checkbox checked={cover} onChange={({ target }) => setCover(target.checked)}>
          {t('merge.cover')}
        </Checkbox>
      </Form>
      {job !== undefined && <Progress percent={job} size="small" status="active" aria-label={t('merge.running')} />}
    </Modal>
  )
}

/** Starts the job and follows it to its end. */
function useMerge(onMade: () => void) {
  const { t } = useWords()
  const { message } = App.useApp()
  const client = useQueryClient()
  const [sid, setSid] = useState<string>()
  const [fault, setFault] = useState('')
  const job = useJob(sid).data
  const [state, why] = [sid && job?.sid === sid && hasEnded(job) ? job['state'] : undefined, String(job?.['message'] ?? '')]
  useEffect(() => {
    if (!state) return
    setSid(undefined)
    if (state === 'CANCELLED') return void message.info(t('merge.stopped'))
    if (state !== 'DONE') return setFault(why)
    message.success(t('merge.made'))
    void client.invalidateQueries()
    onMade()
  }, [state]) // eslint-disable-line react-hooks/exhaustive-deps -- once, at the end of the job
  const start = async (asked: Parameters<typeof act<typeof mergeDocuments>>[1]) => {
    setFault('')
    try {
      setSid((await act(mergeDocuments, asked)).job_sid ?? undefined)
    } catch (wrong) {
      if (!(wrong instanceof ApiFault)) throw wrong
      setFault(wrong.message)
    }
  }
  const stop = async () => {
    try {
      if (sid) await act(cancelJob, { sid })
    } catch (wrong) {
      if (!(wrong instanceof ApiFault)) throw wrong
      setFault(wrong.message)
    }
  }
  return { start, stop, job: sid ? percentOf(job) : undefined, fault }
}

type PartsProps = { parts: readonly MergedPart[]; onOrder: (order: string[]) => void }

function Parts({ parts, onOrder }: PartsProps) {
  const { t } = useWords()
  const [dragged, setDragged] = useState<string>()
  const sids = parts.map(({ sid }) => sid)
  const put = (sid: string, to: number) => onOrder(sids.filter((one) => one !== sid).toSpliced(to, 0, sid))
  return (
    <ol className="dropped merged" aria-label={t('merge.order')}>
      {parts.map(({ sid, file_name: name, size, why }, at) => (
        <li
          key={sid}
          draggable
          className={sid === dragged ? 'dragged' : undefined}
          onDragStart={() => setDragged(sid)}
          onDragEnd={() => setDragged(undefined)}
          onDragOver={(event) => dragged && event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            if (dragged) put(dragged, at)
            setDragged(undefined)
          }}
        >
          <HolderOutlined aria-hidden className="quiet" />
          <span>
            <FileIcon name={name} /> {name} <small className="quiet number">{sizeText(size)}</small>
          </span>
          <Button
            size="small"
            type="text"
            icon={<ArrowUpOutlined />}
            disabled={at === 0}
            aria-label={t('merge.up', { name })}
            onClick={() => put(sid, at - 1)}
          />
          <Button
            size="small"
            type="text"
            icon={<ArrowDownOutlined />}
            disabled={at === parts.length - 1}
            aria-label={t('merge.down', { name })}
            onClick={() => put(sid, at + 1)}
          />
          <Button
            size="small"
            type="text"
            icon={<CloseOutlined />}
            aria-label={t('merge.leave', { name })}
            onClick={() => onOrder(sids.filter((one) => one !== sid))}
          />
          {why && <Alert type="warning" showIcon title={t(why === 'office' ? 'merge.office' : 'merge.type')} />}
        </li>
      ))}
    </ol>
  )
}
