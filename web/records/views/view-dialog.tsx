import { Form, Input, Modal } from 'antd'
import { waysToShareView } from '../../../model/settings/setting-actions.ts'
import { AudienceFields, type AudienceValues, savedAudience, useAudiences } from './audience.tsx'
import { speakAnew, useWords } from '../../words/language.ts'
import type { List } from '../list/use-list.ts'
import { useSaveView, type View } from './views.ts'

type Values = AudienceValues & { name: string }

/** A name, and its audience. Without a view, it makes a new one of the current list. */
export function ViewDialog({ list, view, onClose }: { list: List; view?: View; onClose: () => void }) {
  const { t } = useWords()
  const [form] = Form.useForm<Values>()
  const ways = useAudiences(waysToShareView)
  const save = useSaveView()
  const submit = async ({ name, ...audience }: Values) => {
    const whose = ways.length > 1 ? savedAudience(audience) : {}
    const own = view ? { sid: view.sid } : { entity: list.schema.model, iql: list.iql, columns: [...list.columns] }
    const saved = await save.mutateAsync({ ...own, [view?.nameField ?? 'name']: name.trim(), ...whose })
    // The word of a further language was of the former name.
    if (view && view.name !== view.stored && name.trim() !== view.stored) await speakAnew()
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
        initialValues={{ name: view?.stored ?? '', share: view?.share ?? 'OWN', role_sids: view?.roles ?? [] }}
        onFinish={(values) => void submit(values).catch(() => undefined) /* a refusal has already been shown */}
      >
        <Form.Item name="name" label={t('view.name')} rules={[{ required: true, whitespace: true, message: t('view.nameNeeded') }]}>
          <Input maxLength={40} autoFocus />
        </Form.Item>
        <AudienceFields ways={ways} now={view?.share ?? 'OWN'} />
      </Form>
    </Modal>
  )
}
