import { DownloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { downloadPack, listParts, type PackPart } from '../../../model/settings/configuration/configuration-actions.ts'
import { act, useMe } from '../../api/api.ts'
import { fetchFile } from '../../api/call.ts'
import { useSaveFile } from '../../fields/documents/save-file.ts'
import { QueryFault } from '../../ui/faults/query-fault.tsx'
import { useWords } from '../../words/language.ts'

/** The parts are chosen, and the pack is downloaded. */
export function MakePack() {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<DownloadOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {t('pack.make')}
      </Button>
      {isOpen && <Making onClose={() => setOpen(false)} />}
    </>
  )
}

function Making({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const saveFile = useSaveFile()
  const me = useMe().data
  const { data, error, refetch } = useQuery({ queryKey: ['configuration_pack', 'parts'], queryFn: () => act(listParts, {}), staleTime: 0 })
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const parts = (data?.parts ?? []).filter(({ rows }) => rows > 0)
  const chosen = parts.map(({ part }) => part).filter((part) => !left.has(part))
  const company = typeof me?.['company_name'] === 'string' ? me['company_name'] : ''
  const save = async () => {
    setBusy(true)
    await saveFile(
      () => fetchFile(downloadPack, {}, { parts: chosen.join(',') }),
      t('pack.file', { company: company || new Date().toISOString().slice(0, 10) }),
    )
    setBusy(false)
    onClose()
  }
  return (
    <Modal
      open
      title={t('pack.makeTitle')}
      onCancel={onClose}
      onOk={() => void save()}
      okText={t('pack.download')}
      okButtonProps={{ disabled: chosen.length === 0, loading: isBusy }}
    >
      <p className="quiet">{t('pack.makeText')}</p>
      {error && <QueryFault fault={error} onRetry={() => void refetch()} />}
      {data ? <Parts parts={parts} left={left} onChange={setLeft} /> : <Skeleton active />}
    </Modal>
  )
}

type PartsProps = { parts: readonly PackPart[]; left: ReadonlySet<string>; onChange: (left: ReadonlySet<string>) => void }

function Parts({ parts, left, onChange }: PartsProps) {
  const { t } = useWords()
  const toggle = (part: string, isChosen: boolean) => onChange(isChosen ? new Set([...left].filter((one) => one !== part)) : new Set([...left, part]))
  return (
    <fieldset className="pack-parts" aria-label={t('pack.parts')}>
      {parts.map(({ part, label, rows }) => (
        <Checkbox key={part} checked={!left.has(part)} onChange={({ target }) => toggle(part, target.checked)}>
          {label} <span className="quiet">{t('pack.rows', { count: rows })}</span>
        </Checkbox>
      ))}
    </fieldset>
  )
}
