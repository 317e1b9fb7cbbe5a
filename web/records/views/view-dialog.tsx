import { Form, Input, Modal, Radio, Select } from 'antd'
import { useWords } from '../../words/language.ts'
import { useFound } from '../../fields/names.ts'
import type { List } from '../list/use-list.ts'
import type { Share, View } from './views.ts'
import { SHARES, useSaveView, useWaysToShare } from './views.ts'

type Values = { name: string; share: Share; role_sids?: string[] }
const WORDS = { OWN: 'view.own', COMPANY: 'view.company', ROLES: 'view.roles', SYSTEM: 'view.system' } as const

/** A name, and its audience. Without a view, it makes a new one of the current list. */
export function ViewDialog({ list, view, onClose }: { list: List; view?: View; onClose: () => void }) {
  const { t } = useWords()
  const [form] = Form.useForm<Values>()
  const ways = useWaysToShare(true)
  const save = useSaveView()
  const share = Form.useWatch('share', form)
  const roles = useFound('role', '', share === 'ROLES')
  // Another user's choice stays visible, even if this user could not choose it.
  const offered = SHARES.filter((one) => one === 'OWN' || ways.includes(one) || one === view?.share)
  const submit = async ({ name, share: whom = 'OWN', role_sids }: Values) => {
    const whose = ways.length > 1 ? { share: whom, role_sids: whom === 'ROLES' ? role_sids : null } : {}
    const own = view ? { sid: view.sid } : { entity: list.schema.model, iql: list.iql, columns: [...list.columns] }
    const saved = await save.mutateAsync({ ...own, [view?.nameField ?? 'name']: name.trim(), ...whose })
    onClose()
    if (!view) list.change({ view: saved.sid, text: '', iql: '', filters: {}, sort: [] })
  }
  return (
    <Modal
      open
      title={t(view ? 'view.change' : 'view.save')}
      okText={t('save')}
      onOk={() => form.submit()}
      onCancel={onClose}
      confirmLoading={save.isPending}
      width={440}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ name: view?.name ?? '', share: view?.share ?? 'OWN', role_sids: view?.roles ?? [] }}
        onFinish={(values) => void submit(values).catch(() => undefined) /* a refusal has already been shown */}
      >
        <Form.Item name="name" label={t('view.name')} rules={[{ required: true, whitespace: true, message: t('view.nameNeeded') }]}>
          <Input maxLength={40} autoFocus />
        </Form.Item>
        {offered.length > 1 && (
          <Form.Item name="share" label={t('view.for')}>
            <Radio.Group vertical options={offered.map((one) => ({ value: one, label: t(WORDS[one]) }))} />
          </Form.Item>
        )}
        {share === 'ROLES' && (
          <Form.Item name="role_sids" label={t('view.whichRoles')} rules={[{ required: true, message: t('must.fill') }]}>
            <Select mode="multiple" optionFilterProp="label" options={roles.refs.map(({ sid, name }) => ({ value: sid, label: name }))} />
          </Form.Item>
        )}
      </Form>
    </Modal>
  )
}
