import { Form } from 'antd'
import type { FormInstance } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { routeOfNew, USUAL_ROUTE } from '../../../../model/rights/patents/types-and-routes.ts'
import { doVerb } from '../../../api/api.ts'
import { OwnEditors } from '../../../fields/own-editors.ts'
import { EditScreen, NewScreen } from '../../../records/form/form-screen.tsx'
import { quoted } from '../../../api/iql.ts'
import type { FormOwn } from '../../../records/form/record-form.tsx'
import { useWords } from '../../../words/language.ts'
import { useDateQuestion } from '../../../cases/dates/date-changes.tsx'
import { WaitingValues } from '../../../cases/dates/waiting-values.tsx'
import { EDITORS } from './editors.ts'
import '../../../cases/case-screen.css'
import { useSettled } from '../../../ui/settled.ts'
import { Alike } from '../../../records/form/alike.tsx'

type AboveProps = { form: FormInstance<Record<string, unknown>>; sid: string | undefined }

const OWN: FormOwn = {
  filledLater: ['case_no'],
  Above: Namesakes,
}

export const NewPatent = () => (
  <OwnEditors.Provider value={EDITORS}>
    <NewScreen model="patent" own={{ ...OWN, Above: AboveNew }} />
  </OwnEditors.Provider>
)

export function EditPatent() {
  const beforeSave = useDateQuestion('patent')
  return (
    <OwnEditors.Provider value={EDITORS}>
      <WaitingValues model="patent">
        <EditScreen model="patent" own={{ ...OWN, beforeSave }} />
      </WaitingValues>
    </OwnEditors.Provider>
  )
}

function AboveNew(props: AboveProps) {
  useRouteOfOffice(props.form)
  return <Namesakes {...props} />
}

/** The route follows the office until the person chooses one. */
function useRouteOfOffice(form: AboveProps['form']) {
  const given = useRef<string>(USUAL_ROUTE)
  const [country, patent_type] = [Form.useWatch('country', form), Form.useWatch('patent_type', form)] as unknown[]
  useEffect(() => {
    if (form.getFieldValue('route') !== given.current) return
    given.current = routeOfNew({ country, patent_type })
    form.setFieldValue('route', given.current)
  }, [form, country, patent_type])
}

/** Cases of the same name: often duplicates, unless they are of its family. */
function Namesakes({ form, sid }: AboveProps) {
  const { t } = useWords()
  const title = String(Form.useWatch('title', form) ?? '').trim()
  const family: unknown = Form.useWatch('family_sid', form)
  const settled = useSettled(title, 400)
  const { data } = useQuery({
    queryKey: ['patent', 'namesakes', settled],
    queryFn: () =>
      doVerb('patent', 'search', {
        fl: ['sid', 'case_no', 'title', 'country', 'family_sid'],
        iql: `title = ${quoted(settled)}`,
        rows: 5,
        total: 'none',
      }),
    enabled: settled.length > 3,
    meta: { faults: 'own' },
  })
  const others = settled.length > 3 ? (data?.record ?? []).filter((one) => one.sid !== sid && !(family && one['family_sid'] === family)) : []
  const choices = others.map((one) => ({ sid: one.sid, name: `${String(one['case_no'])} ${String(one['title'])}`, beside: String(one['country']) }))
  return <Alike model="patent" title={t('form.namesakes')} others={choices} />
}
