import { useQuery } from '@tanstack/react-query'
import { Alert, App, Form, Input, Modal, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { deriveActionsOf } from '../../../model/cases/derive-actions.ts'
import type { SentBody } from '../../../model/kit/action.ts'
import type { WireSchema } from '../../../model/kit/wire.ts'
import type { Rec } from '../../api/api.ts'
import { act, useWrite } from '../../api/api.ts'
import { confirming } from '../../api/confirm.ts'
import { ApiFault, linesOf } from '../../api/fault.ts'
import { pageOf } from '../../api/page-of.ts'
import { displayName } from '../../fields/names.ts'
import { useOptions } from '../../fields/use-options.ts'
import { markRequired } from '../../records/form/record-form.tsx'
import { FaultLines } from '../../ui/fault-lines.tsx'
import { QueryFault } from '../../ui/query-fault.tsx'
import { useWords } from '../../words/language.ts'

type Asked = SentBody<ReturnType<typeof deriveActionsOf<string>>['derive']>
type Values = Pick<Asked, 'way' | 'countries' | 'title'>

/** New cases that come from this one; a single one is opened, several stand in its family. */
export function DeriveDialog({ schema, record, onClose }: { schema: WireSchema; record: Rec; onClose: () => void }) {
  const { t, lang } = useWords()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const [form] = Form.useForm<Values>()
  const [faults, setFaults] = useState<string[]>([])
  const actions = deriveActionsOf(schema.model)
  const { data, error, refetch } = useQuery({
    queryKey: [schema.model, 'derivations', record.sid],
    queryFn: () => act(actions.ways, { sid: record.sid }),
    meta: { faults: 'own' },
  })
  const save = useWrite(schema.model, (values: Values) => confirming((confirm) => act(actions.derive, { sid: record.sid, ...values, confirm })), {
    faults: 'own',
  })
  const submit = async (values: Values) => {
    setFaults([])
    try {
      const { cases } = await save.mutateAsync(values)
      void message.success(t('derive.made', { count: cases.length }))
      onClose()
      if (cases.length === 1) void navigate(pageOf(schema.model, `/${cases[0]}`))
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault
      setFaults(linesOf(fault, t('colon')))
    }
  }
  return (
    <Modal
      open
      title={t('derive.title', { name: displayName(record, schema, lang) })}
      onCancel={onClose}
      okText={t('derive.create')}
      onOk={() => form.submit()}
      okButtonProps={{ disabled: !data || data.ways.length === 0 }}
      confirmLoading={save.isPending}
      width={600}
    >
      {error ? (
        <QueryFault fault={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton active />
      ) : data.ways.length === 0 ? (
        <p className="quiet">{t('derive.none')}</p>
      ) : (
        <Form form={form} layout="vertical" requiredMark={markRequired} className="dialog-form" onFinish={(values) => void submit(values)}>
          <WayFields ways={data.ways} model={schema.model} onWay={(way) => form.setFieldValue('countries', way?.countries ?? [])} />
          <Alert type="info" title={t('derive.takes')} />
        </Form>
      )}
      <FaultLines lines={faults} />
    </Modal>
  )
}

type Way = { way: string; label: string; several: boolean; countries: NonNullable<Asked['countries']> }

function WayFields({ ways, model, onWay }: { ways: readonly Way[]; model: string; onWay: (way: Way | undefined) => void }) {
  const { t } = useWords()
  const chosen = Form.useWatch<string | undefined>('way')
  const countries = useOptions(model, 'country')
  const fill = { required: true, message: t('must.fill') }
  return (
    <>
      <Form.Item name="way" label={t('derive.way')} rules={[fill]}>
        <Select
          options={ways.map(({ way, label }) => ({ value: way, label }))}
          placeholder={t('filter.choose')}
          onChange={(code) => onWay(ways.find(({ way }) => way === code))}
        />
      </Form.Item>
      {ways.find(({ way }) => way === chosen)?.several && (
        <Form.Item name="countries" label={t('derive.countries')} extra={t('derive.countriesHint')} rules={[fill]}>
          <Select mode="multiple" optionFilterProp="label" options={countries} placeholder={t('filter.choose')} />
        </Form.Item>
      )}
      <Form.Item name="title" label={t('derive.name')}>
        <Input maxLength={255} />
      </Form.Item>
    </>
  )
}
