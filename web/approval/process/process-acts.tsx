import { App, Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { checkProcess, newProcessVersion, publishProcess, stopProcess } from '../../../model/approval/process-actions.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { allowsOn } from '../../api/allows.ts'
import { act, doVerb, type Rec, useWrite } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { quoted } from '../../api/iql.ts'
import { displayName } from '../../fields/names.ts'
import { textIn } from '../../records/approval/approvals.ts'
import { useWords } from '../../words/language.ts'
import { graphIn } from './levels/levels.ts'
import { type Checked, isSound, ProcessFaults } from './process-faults.tsx'

type ProcessActsProps = { schema: WireSchema; record: Rec }

/** Checks, publishes and stops a process, or begins its next version. */
export function ProcessActs({ schema, record }: ProcessActsProps) {
  const { t } = useWords()
  const navigate = useNavigate()
  const { message } = App.useApp()
  const [checked, setChecked] = useState<Checked | null>(null)
  const check = useWrite(schema.model, () => act(checkProcess, { sid: record.sid }))
  const next = useWrite(schema.model, () => act(newProcessVersion, { sid: record.sid }))
  const { publish, stop, isPending } = usePublishing({ schema, record })
  const may = (name: string) => allowsOn(schema, record, name)
  const isDraft = record['status'] === 'DRAFT'
  const quietly = (work: Promise<unknown>) => void work.catch(() => undefined) // already shown
  const look = async () => {
    const found = await check.mutateAsync(undefined)
    if (isSound(found)) message.success(t('process.sound'))
    setChecked(isSound(found) ? null : found)
  }
  return (
    <>
      {may(checkProcess.name) && (
        <Button loading={check.isPending} onClick={() => quietly(look())}>
          {t('process.check')}
        </Button>
      )}
      {isDraft && may(publishProcess.name) && (
        <Button type="primary" loading={isPending} onClick={() => quietly(publish())}>
          {t('process.publish')}
        </Button>
      )}
      {record['status'] === 'PUBLISHED' && may(stopProcess.name) && (
        <Button loading={isPending} onClick={() => quietly(stop())}>
          {t('process.stop')}
        </Button>
      )}
      {!isDraft && may(newProcessVersion.name) && (
        <Button
          loading={next.isPending}
          onClick={() => quietly(next.mutateAsync(undefined).then(({ sid }) => navigate(pageOf(schema.model, `/${sid}/edit`))))}
        >
          {t('process.newVersion')}
        </Button>
      )}
      {checked && (
        <ProcessFaults checked={checked} graph={graphIn(record['graph'])} entity={String(record['entity'])} onClose={() => setChecked(null)} />
      )}
    </>
  )
}

/** Publishing and stopping first show how many approvals continue by the former version. */
function usePublishing({ schema, record }: ProcessActsProps) {
  const { t, lang } = useWords()
  const { modal, message } = App.useApp()
  const write = useWrite(schema.model, (action: typeof publishProcess | typeof stopProcess) => act(action, { sid: record.sid }))
  const countRunning = async () => {
    const iql = `process_sid.code = ${quoted(String(record['code']))} AND state IN ('RUNNING', 'WAITING_FOR_ADMIN')`
    return (await doVerb('approval', 'search', { fl: ['sid'], iql, rows: 1, total: 'capped' })).total ?? 0
  }
  const ask = async (title: string, text: string, okText: string, further = '') => {
    const count = await countRunning()
    return modal.confirm({
      title,
      content: [text, ...(count > 0 ? [t('process.runOn', { count }), further] : [t('process.noneRun')])].join(' '),
      okText,
    })
  }
  const name = displayName(record, schema, lang) || textIn(record, 'name', lang)
  const publish = async () => {
    if (!(await ask(t('process.publishTitle', { name }), t('process.publishText'), t('process.publish'), t('process.alongHint')))) return
    await write.mutateAsync(publishProcess)
    message.success(t('process.published'))
  }
  const stop = async () => {
    if (!(await ask(t('process.stopTitle', { name }), t('process.stopText'), t('process.stop')))) return
    await write.mutateAsync(stopProcess)
    message.success(t('process.stopped'))
  }
  return { publish, stop, isPending: write.isPending }
}
