import { similarApplicants } from '../../model/parties/party-actions.ts'
import { useQuery } from '@tanstack/react-query'
import type { FormInstance } from 'antd'
import { Form } from 'antd'
import { act } from '../api/api.ts'
import { EditScreen, NewScreen } from '../records/form/form-screen.tsx'
import { useWords } from '../words/language.ts'
import { useSettled } from '../ui/settled.ts'
import { Alike } from '../records/form/alike.tsx'

const OWN = { Above: SameName }

export const NewApplicant = () => <NewScreen model="applicant" own={OWN} />
export const EditApplicant = () => <EditScreen model="applicant" own={OWN} />

/** An applicant entered twice splits its portfolio: the form shows existing ones. */
function SameName({ form, sid }: { form: FormInstance<Record<string, unknown>>; sid: string | undefined }) {
  const { t } = useWords()
  const name = String(Form.useWatch('name', form) ?? '').trim()
  const settled = useSettled(name, 400)
  const { data } = useQuery({
    queryKey: ['applicant', 'similar', settled],
    queryFn: () => act(similarApplicants, { name: settled }),
    enabled: settled.length > 1,
    meta: { faults: 'own' },
  })
  const others = settled.length > 1 ? (data?.record ?? []).filter((one) => one.sid !== sid) : []
  const choices = others.map((one) => ({ sid: one.sid, name: one.name, beside: one.uscc ?? '' }))
  return <Alike model="applicant" title={t('applicant.alike')} others={choices} />
}
