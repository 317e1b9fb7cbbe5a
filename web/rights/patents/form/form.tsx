import { Alert, Form } from 'antd'
import type { FormInstance } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Page } from '../../../../model/kit/wire.ts'
import { useQuery } from '@tanstack/react-query'
import type { Rec } from '../../../api/api.ts'
import { doVerb } from '../../../api/api.ts'
import { OwnEditors } from '../../../fields/own-editors.ts'
import { pageOf } from '../../../api/page-of.ts'
import { EditScreen, NewScreen } from '../../../records/form/form-screen.tsx'
import { quoted } from '../../../records/list/list-address.ts'
import type { FormOwn } from '../../../records/form/record-form.tsx'
import { useWords } from '../../../words/language.ts'
import { useDateQuestion } from './date-changes.tsx'
import { EDITORS } from './editors.ts'
import '../patents.css'

const OWN: FormOwn = {
  filledLater: ['case_no'],
  Above: Namesakes,
}

export const NewPatent = () => (
  <OwnEditors.Provider value={EDITORS}>
    <NewScreen model="patent" own={OWN} />
  </OwnEditors.Provider>
)

export function EditPatent() {
  const beforeSave = useDateQuestion()
  return (
    <OwnEditors.Provider value={EDITORS}>
      <EditScreen model="patent" own={{ ...OWN, beforeSave }} />
    </OwnEditors.Provider>
  )
}

/** Cases of the same name: often the same case entered twice. */
function Namesakes({ form, sid }: { form: FormInstance<Record<string, unknown>>; sid: string | undefined }) {
  const { t } = useWords()
  const title = String(Form.useWatch('title', form) ?? '').trim()
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(title), 400)
    return () => clearTimeout(timer)
  }, [title])
  const { data } = useQuery({
    queryKey: ['patent', 'namesakes', settled],
    queryFn: () =>
      doVerb<Page<Rec>>('patent', 'search', {
        fl: ['sid', 'case_no', 'title', 'country'],
        iql: `title = ${quoted(settled)}`,
        rows: 5,
        total: 'none',
      }),
    enabled: settled.length > 3,
    meta: { faults: 'own' },
  })
  const others = settled.length > 3 ? (data?.record ?? []).filter((one) => one.sid !== sid) : []
  if (others.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      className="spaced"
      title={t('form.namesakes')}
      description={others.map((one) => (
        <div key={one.sid}>
          <Link to={pageOf('patent', `/${one.sid}`)} target="_blank">
            {String(one['case_no'])} {String(one['title'])}
          </Link>{' '}
          <span className="quiet">{String(one['country'])}</span>
        </div>
      ))}
    />
  )
}
