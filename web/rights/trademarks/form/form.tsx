import { useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import type { FormInstance } from 'antd'
import { doVerb } from '../../../api/api.ts'
import { useDateQuestion } from '../../../cases/dates/date-changes.tsx'
import { WaitingValues } from '../../../cases/dates/waiting-values.tsx'
import { OwnEditors } from '../../../fields/own-editors.ts'
import { Alike } from '../../../records/form/alike.tsx'
import { EditScreen, NewScreen } from '../../../records/form/form-screen.tsx'
import type { FormOwn } from '../../../records/form/record-form.tsx'
import { useSettled } from '../../../ui/settled.ts'
import { useWords } from '../../../words/language.ts'
import { EDITORS } from './editors.ts'
import { sameWordsIql } from './same-words.ts'
import '../../../cases/case-screen.css'

const OWN: FormOwn = { Above: Similar }

export const NewTrademark = () => (
  <OwnEditors.Provider value={EDITORS}>
    <NewScreen model="trademark" own={OWN} />
  </OwnEditors.Provider>
)

export function EditTrademark() {
  const beforeSave = useDateQuestion('trademark')
  return (
    <OwnEditors.Provider value={EDITORS}>
      <WaitingValues model="trademark">
        <EditScreen model="trademark" own={{ ...OWN, beforeSave }} />
      </WaitingValues>
    </OwnEditors.Provider>
  )
}

/** Marks on record with the same words: another country or class is usual, the same one is a duplicate. */
function Similar({ form, sid }: { form: FormInstance<Record<string, unknown>>; sid: string | undefined }) {
  const { t } = useWords()
  const iql = useSettled(sameWordsIql([Form.useWatch('title', form), Form.useWatch('title_en', form)]), 400)
  const { data } = useQuery({
    queryKey: ['trademark', 'similar', iql],
    queryFn: () => doVerb('trademark', 'search', { fl: ['sid', 'case_no', 'title', 'country', 'nice_classes'], iql, rows: 6, total: 'none' }),
    enabled: iql !== '',
    meta: { faults: 'own' },
  })
  const others = iql === '' ? [] : (data?.record ?? []).filter((one) => one.sid !== sid)
  const named = others.map((one) => {
    const classes = Array.isArray(one['nice_classes']) ? one['nice_classes'].join(', ') : ''
    const beside = [String(one['country']), classes && t('trademark.classes', { list: classes })].filter(Boolean).join(' · ')
    return { sid: one.sid, name: `${String(one['case_no'])} ${String(one['title'])}`, beside }
  })
  return <Alike model="trademark" title={t('trademark.similar')} others={named} />
}
