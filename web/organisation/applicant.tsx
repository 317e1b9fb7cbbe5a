import { similarApplicants } from '../../model/parties/party-actions.ts'
import { useQuery } from '@tanstack/react-query'
import type { FormInstance } from 'antd'
import { Alert, Form } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { act } from '../api/api.ts'
import { pageOf } from '../api/page-of.ts'
import { EditScreen, NewScreen } from '../records/form/form-screen.tsx'
import { useWords } from '../words/language.ts'

const OWN = { Above: SameName }

export const NewApplicant = () => <NewScreen model="applicant" own={OWN} />
export const EditApplicant = () => <EditScreen model="applicant" own={OWN} />

/** One applicant entered twice splits its portfolio: whoever is about to is told. */
function SameName({ form, sid }: { form: FormInstance<Record<string, unknown>>; sid: string | undefined }) {
  const { t } = useWords()
  const name = String(Form.useWatch('name', form) ?? '').trim()
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(name), 400)
    return () => clearTimeout(timer)
  }, [name])
  const { data } = useQuery({
    queryKey: ['applicant', 'similar', settled],
    queryFn: () => act(similarApplicants, { name: settled }),
    enabled: settled.length > 1,
    meta: { faults: 'own' },
  })
  const others = settled.length > 1 ? (data?.record ?? []).filter((one) => one.sid !== sid) : []
  if (others.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      className="spaced"
      title={t('applicant.alike')}
      description={others.map((one) => (
        <div key={one.sid}>
          <Link to={pageOf('applicant', `/${one.sid}`)} target="_blank">
            {one.name}
          </Link>{' '}
          <span className="quiet number">{one.uscc}</span>
        </div>
      ))}
    />
  )
}
