import { Alert, Form, Modal } from 'antd'
import { useState } from 'react'
import type { Rec } from '../../api/api.ts'
import { useSave, useSchema } from '../../api/api.ts'
import { ApiFault, linesOf } from '../../api/fault.ts'
import { changesOf, mustFill } from '../../records/form/form-fields.ts'
import { FieldItem } from '../../records/form/record-form.tsx'
import { useTellWarnings } from '../../records/warnings.ts'
import { useWords } from '../../words/language.ts'

const ASKED = ['priority_date', 'to_complete', 'priority_country', 'priority_no', 'das_code', 'copy_status', 'restored']

/** `known`: the priority that is corrected; without it, a new one. */
type PriorityDialogProps = { case_sid: string; known?: Rec; onClose: (isSaved: boolean) => void }

export function PriorityDialog({ case_sid, known, onClose }: PriorityDialogProps) {
  const { t } = useWords()
  const tellWarnings = useTellWarnings()
  const schema = useSchema('priority').data
  const save = useSave('priority', { faults: 'own' })
  const [form] = Form.useForm<Record<string, unknown>>()
  const isOpen = Form.useWatch('to_complete', form)
  const [faults, setFaults] = useState<string[]>([])
  const fields = ASKED.flatMap((code) => schema?.fields.find((field) => field.code === code) ?? [])
  const submit = async (values: Record<string, unknown>) => {
    setFaults([])
    try {
      const changes = known ? { ...changesOf(known, values), sid: known.sid, version: known.version } : { ...values, case_sid }
      tellWarnings(await save.mutateAsync(changes))
      onClose(true)
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault
      setFaults(linesOf(fault, t('colon')))
    }
  }
  return (
    <Modal
      open
      title={t(known ? 'relations.editPriority' : 'relations.addPriority')}
      onCancel={() => onClose(false)}
      okText={t('save')}
      onOk={() => form.submit()}
      confirmLoading={save.isPending}
      width={640}
    >
      {faults.length > 0 && (
        <Alert
          type="error"
          showIcon
          role="alert"
          className="spaced"
          title={faults.map((line) => (
            <div key={line}>{line}</div>
          ))}
        />
      )}
      <Form
        form={form}
        layout="vertical"
        requiredMark
        initialValues={known ? Object.fromEntries(ASKED.map((code) => [code, known[code]])) : { copy_status: 'MISSING', restored: false }}
        onFinish={(values) => void submit(values)}
      >
        <div className="fields">
          {fields.map((field) => (
            <FieldItem key={field.code} field={field} form={form} isRequired={mustFill(field, true, { to_complete: isOpen })} />
          ))}
        </div>
      </Form>
    </Modal>
  )
}
